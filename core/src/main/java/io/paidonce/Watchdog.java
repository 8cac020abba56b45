package io.paidonce;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of running work, a third of a lease at a time, on two threads for all of it.
 *
 * <p>A renewal that is refused reaches the execution at once; one that is not answered is repeated,
 * and the execution counts as lost when its lease has run out meanwhile. Ends by itself at the
 * longest hold. Closing it stops renewals only when the work under way has ended, or at a deadline.
 */
final class Watchdog implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
  private static final int THREADS = 2;
  private static final int STEPS_OF_A_LEASE = 3;
  private static final Duration RETRY = Duration.ofMillis(250);

  private final ScheduledThreadPoolExecutor threads;
  private final AtomicInteger watched = new AtomicInteger();

  Watchdog() {
    AtomicInteger number = new AtomicInteger();
    threads =
        new ScheduledThreadPoolExecutor(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "paidonce-watchdog-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.setRemoveOnCancelPolicy(true);
  }

  /** One claim that is being renewed; ended by {@link #end()}. */
  final class Watch {
    private final IdempotencyStore store;
    private final Execution execution;
    private final Duration lease;
    private final long holdUntilNanos;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @org.jspecify.annotations.Nullable ScheduledFuture<?> next;

    private Watch(IdempotencyStore store, Execution execution, Duration lease, Duration holdMax) {
      this.store = store;
      this.execution = execution;
      this.lease = lease;
      this.holdUntilNanos = System.nanoTime() + holdMax.toNanos();
      watched.incrementAndGet();
    }

    /** No renewal begins after this; one under way may still end. */
    void end() {
      if (over.compareAndSet(false, true)) {
        watched.decrementAndGet();
        ScheduledFuture<?> planned = next;
        if (planned != null) {
          planned.cancel(false);
        }
      }
    }

    private void plan(Duration delay) {
      try {
        next = threads.schedule(this::renew, delay.toNanos(), TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("watchdog.closed key={}", execution.key().readable());
      }
    }

    private void renew() {
      if (over.get() || System.nanoTime() - holdUntilNanos >= 0) {
        end();
        return;
      }
      long asked = System.nanoTime();
      try {
        if (store.renew(execution.ticket(), lease)) {
          execution.renewedUntil(asked + lease.toNanos());
          plan(lease.dividedBy(STEPS_OF_A_LEASE));
        } else if (!over.get()) {
          execution.lose();
          LOG.warn(
              IdempotencyTemplate.MARKER,
              "[idempotent] event=lease.lost store={} key={} fence={}",
              store.name(),
              execution.key().readable(),
              execution.fence());
          end();
        }
      } catch (RuntimeException | Error e) {
        LOG.warn(
            IdempotencyTemplate.MARKER,
            "[idempotent] event=lease.not_renewed store={} key={} because {}",
            store.name(),
            execution.key().readable(),
            e.toString());
        plan(shorter(RETRY, lease.dividedBy(STEPS_OF_A_LEASE)));
      }
    }
  }

  /** Begins to renew this execution's claim. */
  Watch watch(IdempotencyStore store, Execution execution, Duration lease, Duration holdMax) {
    Watch watch = new Watch(store, execution, lease, holdMax);
    watch.plan(lease.dividedBy(STEPS_OF_A_LEASE));
    return watch;
  }

  /**
   * Repeats a step until it says that it is settled, or the time is over.
   *
   * @param step returns true when settled; whatever it throws counts as not yet
   */
  void insist(BooleanSupplier step, Duration pause, long untilNanos) {
    if (System.nanoTime() - untilNanos >= 0) {
      return;
    }
    try {
      var unused =
          threads.schedule(
              () -> {
                if (!settled(step)) {
                  insist(step, pause, untilNanos);
                }
              },
              pause.toNanos(),
              TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("watchdog.closed, a step is left to the end of its lease");
    }
  }

  private static boolean settled(BooleanSupplier step) {
    try {
      return step.getAsBoolean();
    } catch (RuntimeException | Error e) {
      LOG.debug("not settled yet because {}", e.toString());
      return false;
    }
  }

  /** How many claims are being renewed. */
  int watched() {
    return watched.get();
  }

  /** How many threads there are, at most {@value #THREADS}. */
  int threads() {
    return threads.getPoolSize();
  }

  /** Stops when no claim is renewed any more, or at once if interrupted, or after this time. */
  void close(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (watched.get() > 0
        && System.nanoTime() - end < 0
        && !Thread.currentThread().isInterrupted()) {
      java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
    }
    threads.shutdownNow();
  }

  @Override
  public void close() {
    close(Duration.ZERO);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
