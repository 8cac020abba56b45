package io.paidonce;

import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyTemplate.Call;
import io.paidonce.Interceptions.Outcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call at an atomic layer: claim, work and completion are one transaction, so a rollback takes
 * the record back with the effect, and a crash leaves both or neither.
 */
final class AtomicRun<T extends @Nullable Object, X extends Throwable> {

  private static final Logger LOG = LoggerFactory.getLogger(AtomicRun.class);
  private static final int TRIES_MAX = 3;

  private final IdempotencyEngine engine;
  private final IdempotencyStore store;
  private final Call<T> call;
  private final Work<Answer<T>, X> next;
  private final Claiming<T> claiming;

  AtomicRun(IdempotencyEngine engine, Layer layer, Call<T> call, Work<Answer<T>, X> next) {
    this.engine = engine;
    this.store = layer.store();
    this.call = call;
    this.next = next;
    this.claiming = new Claiming<>(engine, call);
  }

  Answer<T> run() throws X {
    for (int attempt = 1; ; attempt++) {
      boolean ours = !engine.transactions().active();
      try {
        return engine.transactions().call(this::inside);
      } catch (ClaimContendedException e) {
        if (!ours) {
          throw e;
        }
        if (attempt == TRIES_MAX) {
          claiming.count(store, Outcome.IN_PROGRESS);
          return new Answer.Refused<>(Reason.IN_PROGRESS, call.readable(), "contended");
        }
      }
    }
  }

  private Answer<T> inside() throws X {
    String owner = engine.newOwner();
    Claim claim = claiming.ask(() -> store.claim(call.request(owner, false)));
    if (claim instanceof Claim.InDoubt && call.operation().resolver() != null) {
      claim = store.claim(call.request(owner, true));
      if (claim instanceof Claim.Acquired acquired) {
        return new Resolving<T, X>(call, this::execute, this::completed, store::doubt)
            .run(acquired.ticket(), () -> Resolving.ask(call));
      }
    }
    return claim instanceof Claim.Acquired acquired
        ? execute(acquired.ticket())
        : claiming.refused(store, claim);
  }

  private Answer<T> execute(Ticket ticket) throws X {
    Execution execution = new Execution(ticket, 0, true);
    Answer<T> answer;
    execution.enter();
    try {
      answer = next.run(execution);
    } catch (Throwable failure) {
      failed(ticket, failure);
      throw failure;
    } finally {
      execution.leave();
    }
    answer.fold(
        ran -> completed(ticket, ran.value()),
        replayed -> completed(ticket, replayed.value()),
        refused -> store.release(ticket));
    return answer;
  }

  private boolean completed(Ticket ticket, @Nullable Object value) {
    Operation<T> operation = call.operation();
    byte[] outcome = engine.outcomes().of(value, operation.resultType(), call.primary());
    complete(ticket, outcome);
    return true;
  }

  private void complete(Ticket ticket, byte[] outcome) {
    Operation<T> operation = call.operation();
    if (!store.complete(
        ticket, new Completion(outcome, operation.retention(), operation.archive()))) {
      claiming.count(store, Outcome.OWNERSHIP_LOST);
      throw new OwnershipLostException(call.readable(), ticket.fence());
    }
  }

  /**
   * If the transaction rolls back, what is done here goes with it; it matters where it commits all
   * the same, as it does for exceptions that do not roll back.
   */
  private void failed(Ticket ticket, Throwable failure) {
    claiming.count(store, Outcome.FAILED);
    try {
      switch (claiming.afterFailure(failure, false)) {
        case RELEASE -> store.release(ticket);
        case KEEP -> complete(ticket, engine.outcomes().of(failure, call.primary()));
        case DOUBT -> store.doubt(ticket, failure.getClass().getName());
      }
    } catch (RuntimeException e) {
      LOG.debug("the transaction of {} is over already: {}", call.readable(), e.toString());
      failure.addSuppressed(e);
    }
  }
}
