package io.paidonce.jdbc;

import io.paidonce.IdempotencyStore;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Removes records past their time now and then; any number of processes may do so at once. */
final class Purge implements SmartInitializingSingleton, DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(Purge.class);
  private static final int AT_ONCE = 500;
  private static final int ROUNDS_MAX = 200;

  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

  private final IdempotencyStore store;
  private final Duration every;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread it = new Thread(work, "paidonce-purge");
            it.setDaemon(true);
            return it;
          });
  private boolean failing;

  Purge(IdempotencyStore store, Duration every) {
    this.store = store;
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
      int part = 1;
      for (int i = 0; part > 0 && i < ROUNDS_MAX; i++) {
        part = store.purge(AT_ONCE);
        removed += part;
      }
      failing = false;
      LOG.debug("idempotent.purged records={}", removed);
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.warn("idempotent.not_purged because {}", e.toString());
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
