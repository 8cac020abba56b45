/** A real Redis for tests, alone or as a cluster, which can be stopped, frozen and killed. */
@NullMarked
package io.paidonce.testkit.redis;

import org.jspecify.annotations.NullMarked;
