package io.paidonce.simulator.story;

import io.paidonce.simulator.sending.Pacer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long one may go on asking, shared by all who ask: a deadline counted in pauses, so that a
 * test without pauses ends at once.
 */
final class Patience {

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final AtomicInteger pausesLeft;
  private final Pacer pacer;

  Patience(Duration deadline, Pacer pacer) {
    this.pausesLeft = new AtomicInteger(Math.toIntExact(deadline.dividedBy(PAUSE)));
    this.pacer = pacer;
  }

  /** Waits a little and says true, or says false at once when the time is up. */
  boolean wait100Millis() throws InterruptedException {
    if (pausesLeft.getAndDecrement() <= 0) {
      return false;
    }
    pacer.pause(PAUSE);
    return true;
  }
}
