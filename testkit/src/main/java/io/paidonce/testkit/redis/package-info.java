/** A real Redis for tests, which can be stopped, frozen and killed. */
@NullMarked
package io.paidonce.testkit.redis;

import org.jspecify.annotations.NullMarked;
