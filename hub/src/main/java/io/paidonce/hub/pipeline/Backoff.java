package io.paidonce.hub.pipeline;

import java.time.Duration;

/** How long to wait before the next try. */
final class Backoff {

  private Backoff() {}

  /** First, doubled with each attempt, never over max. */
  static Duration exponential(Duration first, Duration max, int attempts) {
    Duration wait = first.multipliedBy(1L << Math.min(attempts, 20));
    return wait.compareTo(max) > 0 ? max : wait;
  }
}
