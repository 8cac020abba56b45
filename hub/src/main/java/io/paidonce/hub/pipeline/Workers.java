package io.paidonce.hub.pipeline;

import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.Committed;
import io.paidonce.hub.inbox.InboxRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The threads that walk the pipeline: workers take what this node just committed, from memory; the
 * sweeper takes what is due in the inbox, whoever left it.
 *
 * <p>Rows of one number go to one worker, so that two do not wait for the same order.
 */
public final class Workers implements Committed, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final int BATCH_MAX = 256;

  /**
   * Limits.
   *
   * @param workers threads
   * @param pendingMax notifications in memory at most
   * @param sweepEvery pause of the sweeper when nothing is due
   * @param lease how long the sweeper's claims hold; what a dead node held waits this long, so less
   *     than the ten seconds in which effects are promised after a restart
   */
  public record Limits(int workers, int pendingMax, Duration sweepEvery, Duration lease) {
    /** The usual limits. */
    public static final Limits USUAL =
        new Limits(2, 4096, Duration.ofMillis(500), Duration.ofSeconds(8));
  }

  private final Pipeline pipeline;
  private final InboxRepository inbox;
  private final TransactionTemplate transaction;
  private final Limits limits;
  private final AtomicInteger pending = new AtomicInteger();
  private final List<BlockingQueue<Claimed>> queues = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /** Workers that are not started yet. */
  public Workers(
      Pipeline pipeline, InboxRepository inbox, TransactionTemplate transaction, Limits limits) {
    this.pipeline = pipeline;
    this.inbox = inbox;
    this.transaction = transaction;
    this.limits = limits;
    for (int i = 0; i < limits.workers(); i++) {
      queues.add(new ArrayBlockingQueue<>(limits.pendingMax()));
    }
  }

  /** Starts the threads. */
  public void start() {
    for (BlockingQueue<Claimed> queue : queues) {
      thread("pipeline-" + threads.size(), () -> work(queue));
    }
    thread("pipeline-sweeper", this::sweep);
  }

  @Override
  public boolean reserve(int count) {
    if (closed || pending.addAndGet(count) > limits.pendingMax()) {
      pending.addAndGet(-count);
      return false;
    }
    return true;
  }

  @Override
  public void accept(List<Claimed> fresh, int reserved) {
    pending.addAndGet(fresh.size() - reserved);
    for (Claimed claimed : fresh) {
      int hash = Objects.hashCode(claimed.event().outTradeNo());
      if (!queues.get(Math.floorMod(hash, queues.size())).offer(claimed)) {
        throw new IllegalStateException("a reserved place in the pipeline's queue is taken");
      }
    }
  }

  /** Applies what is in memory, then stops; what is left stays in the inbox. */
  @Override
  public void close() {
    closed = true;
    for (Thread thread : threads) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void thread(String name, Runnable loop) {
    Thread thread = new Thread(loop, name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void work(BlockingQueue<Claimed> queue) {
    while (!closed || !queue.isEmpty()) {
      try {
        Claimed first = queue.poll(100, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        List<Claimed> batch = new ArrayList<>();
        batch.add(first);
        queue.drainTo(batch, BATCH_MAX - 1);
        try {
          pipeline.process(batch);
        } finally {
          pending.addAndGet(-batch.size());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.error("pipeline.worker_failed the sweeper will find the rows", e);
      }
    }
  }

  private void sweep() {
    while (!closed) {
      try {
        List<Claimed> due =
            Objects.requireNonNull(
                transaction.execute(status -> inbox.claimDue(BATCH_MAX, limits.lease())));
        if (due.isEmpty()) {
          TimeUnit.NANOSECONDS.sleep(limits.sweepEvery().toNanos());
        } else {
          LOG.debug("pipeline.swept notifications={}", due.size());
          pipeline.process(due);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.warn("pipeline.sweep_failed tried again soon: {}", e.toString());
        pause();
      }
    }
  }

  private void pause() {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
