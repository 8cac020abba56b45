/** Claims in Redis, standalone or Cluster; every step is one script. */
@NullMarked
package io.paidonce.redis;

import org.jspecify.annotations.NullMarked;
