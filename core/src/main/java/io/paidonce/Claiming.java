package io.paidonce;

import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyTemplate.Call;
import io.paidonce.Interceptions.Outcome;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What runs of both kinds do alike: ask, wait a little, and answer duplicates. */
final class Claiming<T extends @Nullable Object> {

  private static final Logger LOG = LoggerFactory.getLogger(Claiming.class);
  private static final Duration PAUSE_FIRST = Duration.ofMillis(5);
  private static final Duration PAUSE_LAST = Duration.ofMillis(50);

  private final IdempotencyEngine engine;
  private final Call<T> call;

  Claiming(IdempotencyEngine engine, Call<T> call) {
    this.engine = engine;
    this.call = call;
  }

  /**
   * Asks until the answer is not that one is in flight, or the wait is over, or none is free. A
   * store that falls silent meanwhile takes nothing back: one was in flight.
   */
  Claim ask(Supplier<Claim> claim) {
    Claim first = claim.get();
    Duration wait = call.operation().waitMax();
    if (!(first instanceof Claim.InProgress) || wait.isZero() || !engine.waiters().tryAcquire()) {
      return first;
    }
    try {
      return askAgain(claim, first, System.nanoTime() + wait.toNanos());
    } finally {
      engine.waiters().release();
    }
  }

  private static Claim askAgain(Supplier<Claim> claim, Claim first, long endNanos) {
    Claim latest = first;
    long pause = PAUSE_FIRST.toNanos();
    while (latest instanceof Claim.InProgress) {
      long left = endNanos - System.nanoTime();
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        return latest;
      }
      LockSupport.parkNanos(Math.min(pause, left));
      pause = Math.min(2 * pause, PAUSE_LAST.toNanos());
      try {
        latest = claim.get();
      } catch (StoreUnavailableException e) {
        LOG.debug("who waits for one in flight knows no more because {}", e.toString());
        return latest;
      }
    }
    return latest;
  }

  /** The answer to whoever did not become the owner. */
  Answer<T> refused(IdempotencyStore store, Claim claim) {
    Answer<T> answer =
        claim.fold(
            acquired -> {
              throw new IllegalStateException("an acquired claim is not refused");
            },
            inProgress -> refused(Reason.IN_PROGRESS, ""),
            replay -> engine.outcomes().answer(replay.outcome(), call.operation(), call.primary()),
            reused -> refused(Reason.KEY_REUSED, differing(reused.differing())),
            inDoubt -> refused(Reason.IN_DOUBT, inDoubt.note()),
            late -> refused(Reason.LATE, "completed at " + late.completedAt()));
    Outcome outcome =
        answer.fold(
            ran -> Outcome.EXECUTED,
            replayed -> Outcome.REPLAYED,
            refused -> Outcome.valueOf(refused.reason().name()));
    count(store, outcome);
    LOG.info(
        IdempotencyTemplate.MARKER,
        "[idempotent] event=duplicate outcome={} store={} key={}",
        outcome.tag(),
        store.name(),
        call.readable());
    return answer;
  }

  private static String differing(Set<String> names) {
    return names.isEmpty() ? "" : "other " + String.join(", ", names.stream().sorted().toList());
  }

  private Answer<T> refused(Reason reason, String detail) {
    return new Answer.Refused<>(reason, call.readable(), detail);
  }

  void count(IdempotencyStore store, Outcome outcome) {
    engine.interceptions().happened(call.operation().scope(), store.name(), outcome);
  }

  /**
   * What becomes of a claim under which something was thrown: by the work, which the operation
   * judges, or by a layer further inside, which has judged already and holds what is left.
   *
   * <p>Our own exceptions are no result, so they are never kept. Where nothing may run twice by
   * itself, work that lost its claim is in doubt: it had begun.
   *
   * @param byWork whether nothing but the work ran under this claim
   */
  AfterFailure afterFailure(Throwable failure, boolean byWork) {
    boolean ours =
        failure instanceof OwnershipLostException
            || failure instanceof ClaimContendedException
            || failure instanceof StoreUnavailableException;
    if (ofThisKey(failure) || (ours && !byWork)) {
      return AfterFailure.RELEASE;
    }
    if (failure instanceof OwnershipLostException
        && call.operation().takeover() == Takeover.NEVER) {
      return AfterFailure.DOUBT;
    }
    AfterFailure asked = call.operation().afterFailure().apply(failure);
    return ours && asked == AfterFailure.KEEP ? AfterFailure.RELEASE : asked;
  }

  /** Whether a template further inside has refused this very key. */
  boolean ofThisKey(Throwable failure) {
    return failure instanceof DuplicateRequestException inside
        && inside.key().equals(call.readable());
  }
}
