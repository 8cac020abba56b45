package io.paidonce.simulator.sending;

import java.time.Duration;

/** Waiting, injected so that tests need not. */
@FunctionalInterface
public interface Pacer {

  /** Really waits. */
  Pacer REAL = duration -> Thread.sleep(duration.toMillis());

  void pause(Duration duration) throws InterruptedException;
}
