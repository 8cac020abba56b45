package io.paidonce;

import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyTemplate.Call;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What follows once somebody owns a key whose work is in doubt: ask, then act on the answer. */
final class Resolving<T extends @Nullable Object, X extends Throwable> {

  /** Runs the work under a claim. */
  interface Run<T extends @Nullable Object, X extends Throwable> {
    Answer<T> run(Ticket ticket) throws X;
  }

  private final IdempotencyStore store;
  private final Call<T> call;

  Resolving(IdempotencyStore store, Call<T> call) {
    this.store = store;
    this.call = call;
  }

  /**
   * Asks the resolver.
   *
   * @param work run if it did not happen
   * @param complete ends the claim if it did
   */
  Answer<T> run(Ticket ticket, Run<T, X> work, BiConsumer<Ticket, @Nullable Object> complete)
      throws X {
    Resolver<T> resolver = Objects.requireNonNull(call.operation().resolver());
    Resolver.Resolution<T> found;
    try {
      found = resolver.resolve(call.primary());
    } catch (RuntimeException | Error e) {
      store.doubt(ticket, "resolver failed: " + e.getClass().getName());
      throw e;
    }
    if (found instanceof Resolver.Resolution.Happened<T> happened) {
      complete.accept(ticket, happened.result());
      return new Answer.Replayed<>(happened.result());
    }
    if (found instanceof Resolver.Resolution.Unknown<T> unknown) {
      store.doubt(ticket, unknown.note());
      return new Answer.Refused<>(
          Reason.IN_DOUBT, call.readable(), RecordView.note(unknown.note()));
    }
    return work.run(ticket);
  }
}
