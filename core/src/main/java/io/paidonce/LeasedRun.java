package io.paidonce;

import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyTemplate.Call;
import io.paidonce.Interceptions.Outcome;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call at a lease layer: claimed before the work, renewed while it runs, completed after it.
 *
 * <p>Once the work has returned, nothing that goes wrong with the store becomes an error: the step
 * is repeated in the background as long as the claim may be held.
 */
final class LeasedRun<T extends @Nullable Object, X extends Throwable> {

  private static final Logger LOG = LoggerFactory.getLogger(LeasedRun.class);
  private static final int STEPS_OF_A_LEASE = 3;

  private final IdempotencyEngine engine;
  private final Layer layer;
  private final boolean last;
  private final Call<T> call;
  private final Work<Answer<T>, X> next;
  private final Claiming<T> claiming;

  LeasedRun(
      IdempotencyEngine engine, Layer layer, boolean last, Call<T> call, Work<Answer<T>, X> next) {
    this.engine = engine;
    this.layer = layer;
    this.last = last;
    this.call = call;
    this.next = next;
    this.claiming = new Claiming<>(engine, call);
  }

  /** A claim, and when the question was sent: the lease counts from then. */
  private record Asked(Claim claim, IdempotencyStore store, long atNanos) {}

  Answer<T> run() throws X {
    String owner = engine.newOwner();
    Asked asked;
    try {
      asked = ask(layer.store(), owner);
    } catch (StoreUnavailableException e) {
      return outage(e, owner);
    }
    return decide(asked, owner);
  }

  private Answer<T> outage(StoreUnavailableException e, String owner) throws X {
    return switch (layer.outage()) {
      case FAIL -> throw unavailable(e);
      case PROCEED -> withoutClaim(owner, Outcome.PROCEEDED);
      case FALL_BACK -> {
        if (layer.fallback() != null) {
          yield decide(askFallback(layer.fallback(), owner), owner);
        }
        if (last && !layer.decidedInside()) {
          throw unavailable(e);
        }
        yield withoutClaim(owner, Outcome.FELL_BACK);
      }
    };
  }

  private Asked askFallback(IdempotencyStore fallback, String owner) {
    outage(Outcome.FELL_BACK);
    try {
      return ask(fallback, owner);
    } catch (StoreUnavailableException e) {
      throw unavailable(e);
    }
  }

  private Asked ask(IdempotencyStore store, String owner) {
    long[] at = {0};
    Claim claim =
        claiming.ask(
            () -> {
              at[0] = System.nanoTime();
              return guarded(store, call.request(owner, false));
            });
    return new Asked(claim, store, at[0]);
  }

  private Claim guarded(IdempotencyStore store, ClaimRequest request) {
    Breaker breaker = engine.breaker(store);
    if (!breaker.allows()) {
      throw new StoreUnavailableException(store.name(), "claim");
    }
    try {
      Claim claim = store.claim(request);
      breaker.succeeded();
      return claim;
    } catch (StoreUnavailableException e) {
      breaker.failed();
      throw e;
    }
  }

  private Answer<T> decide(Asked asked, String owner) throws X {
    IdempotencyStore store = asked.store();
    if (asked.claim() instanceof Claim.Acquired acquired) {
      return execute(store, acquired.ticket(), asked.atNanos());
    }
    if (asked.claim() instanceof Claim.InDoubt && call.operation().resolver() != null) {
      long now = System.nanoTime();
      Claim again = guarded(store, call.request(owner, true));
      return again instanceof Claim.Acquired acquired
          ? resolve(store, acquired.ticket(), now)
          : claiming.refused(store, again);
    }
    return claiming.refused(store, asked.claim());
  }

  private Answer<T> resolve(IdempotencyStore store, Ticket ticket, long askedNanos) throws X {
    Resolving<T, X> resolving =
        new Resolving<>(
            call,
            it -> executeIfStillHeld(store, it),
            (it, value) -> complete(store, it, value),
            (it, note) -> doubt(store, it, note));
    return resolving.run(
        ticket,
        () -> {
          Watchdog.Watch watch = watch(store, execution(ticket, askedNanos));
          try {
            return Resolving.ask(call);
          } finally {
            watch.end();
          }
        });
  }

  /** Asking took its time, and the work runs only under a claim. */
  private Answer<T> executeIfStillHeld(IdempotencyStore store, Ticket ticket) throws X {
    long now = System.nanoTime();
    if (store.renew(ticket, call.operation().lease())) {
      return execute(store, ticket, now);
    }
    claiming.count(store, Outcome.OWNERSHIP_LOST);
    return new Answer.Refused<>(
        Reason.IN_PROGRESS, call.readable(), "the claim was lost before the work began");
  }

  private Execution execution(Ticket ticket, long askedNanos) {
    return new Execution(ticket, askedNanos + call.operation().lease().toNanos(), false);
  }

  private Watchdog.Watch watch(IdempotencyStore store, Execution execution) {
    Operation<T> operation = call.operation();
    return engine.watchdog().watch(store, execution, operation.lease(), operation.holdMax());
  }

  private Answer<T> execute(IdempotencyStore store, Ticket ticket, long askedNanos) throws X {
    Execution execution = execution(ticket, askedNanos);
    Watchdog.Watch watch = watch(store, execution);
    Answer<T> answer;
    execution.enter();
    try {
      answer = next.run(execution);
    } catch (Throwable failure) {
      watch.end();
      endFailed(store, ticket, failure);
      throw failure;
    } finally {
      execution.leave();
    }
    watch.end();
    answer.fold(
        ran -> complete(store, ticket, ran.value()),
        replayed -> complete(store, ticket, replayed.value()),
        refused -> refusedInside(store, ticket, refused.reason()));
    return answer;
  }

  private Answer<T> withoutClaim(String owner, Outcome outcome) throws X {
    outage(outcome);
    Execution execution = new Execution(new Ticket(call.keys(), owner, 0), 0, true);
    execution.enter();
    try {
      return next.run(execution);
    } finally {
      execution.leave();
    }
  }

  private boolean complete(IdempotencyStore store, Ticket ticket, @Nullable Object value) {
    byte[] outcome = engine.outcomes().of(value, call.operation().resultType(), ticket.primary());
    return completeWith(store, ticket, outcome);
  }

  private boolean completeWith(IdempotencyStore store, Ticket ticket, byte[] outcome) {
    Completion completion =
        new Completion(outcome, call.operation().retention(), call.operation().archive());
    return settle(
        store, "complete", Outcome.NOT_COMPLETED, () -> store.complete(ticket, completion));
  }

  /**
   * What a layer further inside has found out is worth keeping only if it is final, and if nothing
   * more is to be told: of a failure only the layer that keeps it knows the words.
   */
  private boolean refusedInside(IdempotencyStore store, Ticket ticket, Reason reason) {
    boolean isFinal = reason == Reason.COMPLETED || reason == Reason.RESULT_UNREADABLE;
    return isFinal ? completeWith(store, ticket, new byte[0]) : release(store, ticket);
  }

  private boolean release(IdempotencyStore store, Ticket ticket) {
    return settle(store, "release", Outcome.NOT_RELEASED, () -> store.release(ticket));
  }

  /** If even that fails, the claim ends as after a crash, and the failure is what is thrown. */
  private void endFailed(IdempotencyStore store, Ticket ticket, Throwable failure) {
    try {
      failed(store, ticket, failure);
    } catch (RuntimeException | Error e) {
      LOG.warn(
          IdempotencyTemplate.MARKER,
          "[idempotent] event=claim.left store={} key={} because {}",
          store.name(),
          call.readable(),
          e.getClass().getName());
      if (e != failure) {
        failure.addSuppressed(e);
      }
    }
  }

  private void failed(IdempotencyStore store, Ticket ticket, Throwable failure) {
    if (failure instanceof DuplicateRequestException inside && claiming.ofThisKey(failure)) {
      refusedInside(store, ticket, inside.reason());
      return;
    }
    claiming.count(store, Outcome.FAILED);
    switch (claiming.afterFailure(failure, last && !layer.decidedInside())) {
      case RELEASE -> release(store, ticket);
      case KEEP -> completeWith(store, ticket, engine.outcomes().of(failure, ticket.primary()));
      case DOUBT -> doubt(store, ticket, failure.getClass().getName());
    }
  }

  private boolean doubt(IdempotencyStore store, Ticket ticket, String note) {
    return settle(store, "doubt", Outcome.NOT_COMPLETED, () -> store.doubt(ticket, note));
  }

  /** Ends the claim; if the store does not answer, goes on in the background. */
  private boolean settle(
      IdempotencyStore store, String step, Outcome notYet, BooleanSupplier action) {
    try {
      if (action.getAsBoolean()) {
        return true;
      }
      claiming.count(store, Outcome.OWNERSHIP_LOST);
      LOG.warn(
          IdempotencyTemplate.MARKER,
          "[idempotent] event=ownership.lost step={} store={} key={}",
          step,
          store.name(),
          call.readable());
    } catch (RuntimeException | Error e) {
      claiming.count(store, notYet);
      LOG.warn(
          IdempotencyTemplate.MARKER,
          "[idempotent] event=claim.not_ended step={} store={} key={} because {}",
          step,
          store.name(),
          call.readable(),
          e.toString());
      Duration pause = call.operation().lease().dividedBy(STEPS_OF_A_LEASE);
      long until = System.nanoTime() + call.operation().holdMax().toNanos();
      engine.watchdog().insist(() -> settled(action), pause, until);
    }
    return false;
  }

  /** Refused is settled too: another has taken over. */
  private static boolean settled(BooleanSupplier action) {
    var unused = action.getAsBoolean();
    return true;
  }

  private StoreUnavailableException unavailable(StoreUnavailableException e) {
    outage(Outcome.UNAVAILABLE);
    return e;
  }

  private void outage(Outcome outcome) {
    claiming.count(layer.store(), outcome);
    LOG.warn(
        IdempotencyTemplate.MARKER,
        "[idempotent] event=store.unavailable outcome={} store={} key={}",
        outcome.tag(),
        layer.store().name(),
        call.readable());
  }
}
