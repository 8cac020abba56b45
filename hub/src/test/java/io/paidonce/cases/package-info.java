/**
 * What really happens to people who do this job, sent through the hub's public doors; each test
 * asserts stored effects.
 */
@NullMarked
package io.paidonce.cases;

import org.jspecify.annotations.NullMarked;
