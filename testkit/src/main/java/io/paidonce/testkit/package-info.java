/** Waiting, counting, seeding and moving time in tests. */
@NullMarked
package io.paidonce.testkit;

import org.jspecify.annotations.NullMarked;
