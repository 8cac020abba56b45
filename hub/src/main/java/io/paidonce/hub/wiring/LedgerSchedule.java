package io.paidonce.hub.wiring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.paidonce.hub.entitlement.LedgerAudit;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Audits the ledger now and then, on a thread of its own, and shows what the last one found. */
@Component
class LedgerSchedule implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(LedgerSchedule.class);
  private static final Duration FIRST_AFTER = Duration.ofMinutes(1);

  private final LedgerAudit audit;
  private final Duration every;
  private final AtomicLong differences = new AtomicLong();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "ledger-audit");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean running;

  LedgerSchedule(LedgerAudit audit, HubProperties properties, MeterRegistry meters) {
    this.audit = audit;
    this.every = properties.ledger().checkEvery();
    Gauge.builder("paidonce.ledger.differences", differences, AtomicLong::doubleValue)
        .description("Balances and assets that the last audit found wrong; zero is good")
        .register(meters);
  }

  @Override
  public void start() {
    var unused =
        timer.scheduleWithFixedDelay(
            this::check, FIRST_AFTER.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    running = true;
  }

  @Override
  public void stop() {
    timer.shutdownNow();
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void check() {
    try {
      differences.set(audit.run().count());
    } catch (RuntimeException e) {
      LOG.warn("background.failed task=ledger-audit tried again later: {}", e.toString());
    }
  }
}
