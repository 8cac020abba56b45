package io.paidonce;

import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyTemplate.Call;
import io.paidonce.Resolver.Resolution;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What follows once somebody owns a key whose work is in doubt: ask, then act on the answer.
 *
 * @param work runs it, if it did not happen
 * @param complete ends the claim, if it did
 * @param doubt puts the claim back in doubt, with a note, if nobody can say
 */
record Resolving<T extends @Nullable Object, X extends Throwable>(
    Call<T> call,
    Run<T, X> work,
    BiConsumer<Ticket, @Nullable Object> complete,
    BiConsumer<Ticket, String> doubt) {

  /** Runs the work under a claim. */
  interface Run<T extends @Nullable Object, X extends Throwable> {
    Answer<T> run(Ticket ticket) throws X;
  }

  /** What the operation's resolver says; one that says nothing has failed. */
  static <T extends @Nullable Object> Resolution<T> ask(Call<T> call) {
    Resolver<T> resolver = Objects.requireNonNull(call.operation().resolver());
    return Objects.requireNonNull(
        resolver.resolve(call.primary()), "a resolver gave no answer; Unknown is one");
  }

  /** Asks, under this claim, and acts on it; what asking throws is passed on. */
  Answer<T> run(Ticket ticket, Supplier<Resolution<T>> ask) throws X {
    Resolution<T> found;
    try {
      found = ask.get();
    } catch (RuntimeException | Error e) {
      stillInDoubt(ticket, e);
      throw e;
    }
    if (found instanceof Resolution.Happened<T> happened) {
      complete.accept(ticket, happened.result());
      return new Answer.Replayed<>(happened.result());
    }
    if (found instanceof Resolution.Unknown<T> unknown) {
      doubt.accept(ticket, unknown.note());
      return new Answer.Refused<>(
          Reason.IN_DOUBT, call.readable(), RecordView.note(unknown.note()));
    }
    return work.run(ticket);
  }

  private void stillInDoubt(Ticket ticket, Throwable failure) {
    try {
      doubt.accept(ticket, "resolver failed: " + failure.getClass().getName());
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }
}
