package io.paidonce.jdbc;

import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.List;

/** Runs what must not see this thread's transaction. */
final class InOtherThread {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private InOtherThread() {}

  static void run(Runnable work) {
    Simultaneously.run(
            List.of(
                () -> {
                  work.run();
                  return true;
                }),
            PATIENCE)
        .all();
  }
}
