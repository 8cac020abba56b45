package io.paidonce.jdbc;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Removes what is past their time now and then; any number of processes may do so at once. */
final class Purge implements SmartInitializingSingleton, DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(Purge.class);
  private static final int AT_ONCE = 500;
  private static final int ROUNDS_MAX = 200;

  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

  private final String what;
  private final IntUnaryOperator part;
  private final Duration every;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread it = new Thread(work, "paidonce-purge");
            it.setDaemon(true);
            return it;
          });
  private boolean failing;

  /**
   * A purge.
   *
   * @param what for the log
   * @param part removes up to this many, and says how many
   * @param every how often; zero for never
   */
  Purge(String what, IntUnaryOperator part, Duration every) {
    this.what = what;
    this.part = part;
    this.every = every;
  }

  @Override
  public void afterSingletonsInstantiated() {
    if (!every.isZero()) {
      var unused =
          thread.scheduleWithFixedDelay(
              this::run, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void run() {
    try {
      int removed = 0;
      int last = 1;
      for (int i = 0; last > 0 && i < ROUNDS_MAX; i++) {
        last = part.applyAsInt(AT_ONCE);
        removed += last;
      }
      failing = false;
      LOG.debug("idempotent.purged {}={}", what, removed);
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.warn("idempotent.not_purged {} because {}", what, e.toString());
      }
      failing = true;
    }
  }

  /** Waits a while for what is under way: an interrupt would close the files of an H2 database. */
  @Override
  public void destroy() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("idempotent.purge_left_behind");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
