package io.paidonce;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Leaves a store alone for a while after it did not answer a few times in a row; then lets one call
 * find out.
 */
final class Breaker {

  private final int failuresMax;
  private final long pauseNanos;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicLong retryAtNanos = new AtomicLong();

  Breaker(int failuresMax, Duration pause) {
    this.failuresMax = failuresMax;
    this.pauseNanos = pause.toNanos();
  }

  /** Whether the store may be asked; if it is open, only one call in each pause. */
  boolean allows() {
    if (failures.get() < failuresMax) {
      return true;
    }
    long due = retryAtNanos.get();
    long now = System.nanoTime();
    return now - due >= 0 && retryAtNanos.compareAndSet(due, now + pauseNanos);
  }

  void succeeded() {
    failures.set(0);
  }

  void failed() {
    if (failures.incrementAndGet() >= failuresMax) {
      retryAtNanos.set(System.nanoTime() + pauseNanos);
    }
  }
}
