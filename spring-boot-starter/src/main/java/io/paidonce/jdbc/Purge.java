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

  private final IdempotencyStore store;
  private final Duration every;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread it = new Thread(work, "paidonce-purge");
            it.setDaemon(true);
            return it;
          });

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
      LOG.debug("idempotent.purged records={}", removed);
    } catch (RuntimeException e) {
      LOG.warn("idempotent.not_purged because {}", e.toString());
    }
  }

  @Override
  public void destroy() {
    thread.shutdownNow();
  }
}
