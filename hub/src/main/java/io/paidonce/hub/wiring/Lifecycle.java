package io.paidonce.hub.wiring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.paidonce.hub.inbox.DeliveryCounter;
import io.paidonce.hub.inbox.Inbox;
import io.paidonce.hub.inbox.RejectionLog;
import io.paidonce.hub.ingress.NotifyDoor;
import io.paidonce.hub.pipeline.Workers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Starts the threads when everything is there, and stops them in the order that loses nothing:
 * refuse new deliveries in their dialect, commit and answer those that wait, apply what is in
 * memory.
 */
@Component
class Lifecycle implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

  private final NotifyDoor door;
  private final Inbox inbox;
  private final Workers workers;
  private final DeliveryCounter deliveries;
  private final RejectionLog rejections;
  private final Epoch epoch;
  private final JdbcTemplate jdbc;
  private final MeterRegistry meters;
  private final ApplicationEventPublisher events;
  private final Map<String, AtomicLong> casesOpen = new ConcurrentHashMap<>();
  private final AtomicLong outboxPending = new AtomicLong();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "hub-timer");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean running;

  Lifecycle(
      NotifyDoor door,
      Inbox inbox,
      Workers workers,
      DeliveryCounter deliveries,
      RejectionLog rejections,
      Epoch epoch,
      JdbcTemplate jdbc,
      MeterRegistry meters,
      ApplicationEventPublisher events) {
    this.door = door;
    this.inbox = inbox;
    this.workers = workers;
    this.deliveries = deliveries;
    this.rejections = rejections;
    this.epoch = epoch;
    this.jdbc = jdbc;
    this.meters = meters;
    this.events = events;
  }

  @Override
  public void start() {
    workers.start();
    Gauge.builder("paidonce.outbox.pending", outboxPending, AtomicLong::doubleValue)
        .register(meters);
    every(1, "flush", this::flush);
    every(10, "gauges", this::measure);
    running = true;
  }

  @Override
  public void stop() {
    LOG.info("hub.stopping new deliveries are told to come again");
    AvailabilityChangeEvent.publish(events, this, ReadinessState.REFUSING_TRAFFIC);
    door.closeDoor();
    inbox.close();
    workers.close();
    timer.shutdown();
    flush();
    running = false;
    LOG.info("hub.drained");
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Last to start and first to stop, before the server closes its port. */
  @Override
  public int getPhase() {
    return DEFAULT_PHASE;
  }

  private void flush() {
    quietly("deliveries", deliveries::flush);
    quietly("rejections", rejections::flush);
  }

  private void measure() {
    quietly("epoch", epoch::refresh);
    quietly(
        "cases",
        () -> {
          casesOpen.values().forEach(count -> count.set(0));
          jdbc.query(
              "SELECT kind, COUNT(*) AS n FROM problem_case WHERE state = 'OPEN' GROUP BY kind",
              row -> {
                gauge(row.getString("kind")).set(row.getLong("n"));
              });
        });
    quietly(
        "outbox",
        () -> {
          Long pending =
              jdbc.queryForObject(
                  "SELECT COUNT(*) FROM message WHERE state = 'PENDING'", Long.class);
          outboxPending.set(pending == null ? 0 : pending);
        });
  }

  private AtomicLong gauge(String kind) {
    return casesOpen.computeIfAbsent(
        kind,
        k -> {
          AtomicLong count = new AtomicLong();
          Gauge.builder("paidonce.cases.open", count, AtomicLong::doubleValue)
              .tag("kind", k)
              .register(meters);
          return count;
        });
  }

  private void every(int seconds, String what, Runnable task) {
    var unused =
        timer.scheduleWithFixedDelay(() -> quietly(what, task), seconds, seconds, TimeUnit.SECONDS);
  }

  private static void quietly(String what, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.warn("background.failed task={} tried again soon: {}", what, e.toString());
    }
  }
}
