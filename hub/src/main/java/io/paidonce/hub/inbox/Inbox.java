package io.paidonce.hub.inbox;

import io.paidonce.hub.model.Checkpoint;
import io.paidonce.hub.model.Ids;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Where news comes in: every genuine notification once.
 *
 * <p>Guarantee: a future completes with a safe result only after the notification is committed, by
 * this delivery or an earlier one. Deliveries that arrive together share one transaction; one that
 * cannot be stored harms only itself. A crash after the commit and before the answer is harmless:
 * the provider repeats and is told "known".
 *
 * <p>One thread commits, so equal keys of one node never wait for each other; other nodes meet in
 * the unique constraint. Thread-safe.
 */
public final class Inbox implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

  private final InboxRepository repository;
  private final TransactionTemplate transaction;
  private final Committed committed;
  private final Ids ids;
  private final InboxLimits limits;
  private final Checkpoint checkpoint;
  private final BlockingQueue<Waiting> queue;
  private final AtomicInteger arriving = new AtomicInteger();
  private final Thread committer;
  private volatile boolean closed;

  /** Opens the inbox and starts its committer. */
  public Inbox(
      InboxRepository repository,
      TransactionTemplate transaction,
      Committed committed,
      Ids ids,
      InboxLimits limits,
      Checkpoint checkpoint) {
    this.repository = repository;
    this.transaction = transaction;
    this.committed = committed;
    this.ids = ids;
    this.limits = limits;
    this.checkpoint = checkpoint;
    this.queue = new ArrayBlockingQueue<>(limits.queueMax());
    this.committer = new Thread(this::run, "inbox-committer");
    this.committer.setDaemon(true);
    this.committer.start();
  }

  /** Says that a delivery is being verified and may soon be put; {@link #left} takes it back. */
  public void coming() {
    arriving.incrementAndGet();
  }

  /** Ends what {@link #coming} began: the delivery was put, or will not be. */
  public void left() {
    arriving.decrementAndGet();
  }

  /**
   * Takes a verified notification in.
   *
   * @return completed after the commit, or with {@link PutResult#UNAVAILABLE} when the queue is
   *     full, the database fails or the time for an answer has passed; never exceptionally
   */
  public CompletableFuture<PutResult> put(Delivery delivery) {
    Waiting waiting = new Waiting(delivery, new CompletableFuture<>());
    if (closed || !queue.offer(waiting)) {
      waiting.result().complete(PutResult.UNAVAILABLE);
      return waiting.result();
    }
    return waiting
        .result()
        .completeOnTimeout(
            PutResult.UNAVAILABLE, limits.answerWithin().toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Stops taking deliveries, commits those that wait, and ends the committer. */
  @Override
  public void close() {
    closed = true;
    try {
      committer.join(limits.answerWithin().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    queue.forEach(waiting -> waiting.result().complete(PutResult.UNAVAILABLE));
  }

  private void run() {
    while (!closed || !queue.isEmpty()) {
      try {
        Waiting first = queue.poll(100, TimeUnit.MILLISECONDS);
        if (first != null) {
          commit(withCompany(first));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private List<Waiting> withCompany(Waiting first) throws InterruptedException {
    List<Waiting> batch = new ArrayList<>();
    batch.add(first);
    long end = System.nanoTime() + limits.companyWait().toNanos();
    queue.drainTo(batch, limits.batchMax() - batch.size());
    while (batch.size() < limits.batchMax() && arriving.get() > 0) {
      Waiting next = queue.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        break;
      }
      batch.add(next);
      queue.drainTo(batch, limits.batchMax() - batch.size());
    }
    return batch;
  }

  private void commit(List<Waiting> batch) {
    Map<InboxKey, List<Waiting>> byKey = new TreeMap<>();
    batch.forEach(
        waiting ->
            byKey.computeIfAbsent(waiting.delivery().key(), k -> new ArrayList<>()).add(waiting));
    List<List<Waiting>> groups = List.copyOf(byKey.values());
    try {
      store(groups);
    } catch (TransactionException e) {
      LOG.error("inbox.unavailable deliveries={} the provider will repeat them", batch.size(), e);
      answer(groups, PutResult.UNAVAILABLE);
    } catch (RuntimeException e) {
      LOG.warn("inbox.batch_failed deliveries={} retried one by one", batch.size(), e);
      groups.forEach(this::storeAlone);
    }
  }

  private void storeAlone(List<Waiting> group) {
    if (group.stream().allMatch(waiting -> waiting.result().isDone())) {
      return;
    }
    try {
      store(List.of(group));
    } catch (RuntimeException e) {
      LOG.error(
          "inbox.row_failed key={} the provider will repeat it",
          group.get(0).delivery().key().readable(),
          e);
      answer(List.of(group), PutResult.UNAVAILABLE);
    }
  }

  /** One transaction for all groups; answers only after its commit. */
  private void store(List<List<Waiting>> groups) {
    boolean ours = committed.reserve(groups.size());
    List<Claimed> fresh = new ArrayList<>();
    try {
      List<InboxRepository.Row> rows =
          groups.stream()
              .map(group -> new InboxRepository.Row(ids.next(), group.get(0).delivery()))
              .toList();
      int @Nullable [] counts =
          transaction.execute(status -> insert(rows, ours ? limits.lease() : null));
      checkpoint.reached(Checkpoint.INBOX_AFTER_COMMIT);
      for (int i = 0; i < rows.size(); i++) {
        boolean inserted = Objects.requireNonNull(counts)[i] == 1;
        if (inserted && ours) {
          fresh.add(rows.get(i).claimed());
        }
        answer(groups.get(i), inserted);
      }
    } finally {
      if (ours) {
        committed.accept(fresh, groups.size());
      }
    }
  }

  private int[] insert(List<InboxRepository.Row> rows, @Nullable Duration lease) {
    int[] counts = repository.insert(rows, lease);
    List<InboxRepository.Row> inserted = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (counts[i] == 1) {
        inserted.add(rows.get(i));
      } else if (counts[i] != 0) {
        throw new IllegalStateException(
            "the driver reports " + counts[i] + " rows for an insert; counts must be 1 or 0");
      }
    }
    if (!inserted.isEmpty()) {
      repository.insertBodies(inserted);
    }
    checkpoint.reached(Checkpoint.INBOX_BEFORE_COMMIT);
    return counts;
  }

  private static void answer(List<Waiting> group, boolean inserted) {
    for (int i = 0; i < group.size(); i++) {
      group.get(i).result().complete(inserted && i == 0 ? PutResult.STORED : PutResult.KNOWN);
    }
  }

  private static void answer(List<List<Waiting>> groups, PutResult result) {
    groups.forEach(group -> group.forEach(waiting -> waiting.result().complete(result)));
  }

  private record Waiting(Delivery delivery, CompletableFuture<PutResult> result) {}
}
