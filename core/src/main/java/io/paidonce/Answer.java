package io.paidonce;

import io.paidonce.DuplicateRequestException.Reason;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What came of a call: the work ran, its earlier result is given, or it was refused. */
public sealed interface Answer<T extends @Nullable Object> {

  /** The work ran now and took effect. */
  record Ran<T extends @Nullable Object>(T value) implements Answer<T> {}

  /** It had run before; this is what it returned then. */
  record Replayed<T extends @Nullable Object>(T value) implements Answer<T> {}

  /**
   * It did not run and there is no result to give.
   *
   * @param key for people
   * @param detail more about the reason; may be empty
   */
  record Refused<T extends @Nullable Object>(Reason reason, String key, String detail)
      implements Answer<T> {

    /** As an exception. */
    public DuplicateRequestException exception() {
      return new DuplicateRequestException(reason, key, detail);
    }
  }

  /** One function for each case. */
  default <R> R fold(
      Function<Ran<T>, R> ran, Function<Replayed<T>, R> replayed, Function<Refused<T>, R> refused) {
    if (this instanceof Ran<T> it) {
      return ran.apply(it);
    }
    return this instanceof Replayed<T> it ? replayed.apply(it) : refused.apply((Refused<T>) this);
  }

  /**
   * The value of this call or of the earlier one.
   *
   * @throws DuplicateRequestException if it was refused
   */
  default T orThrow() {
    return fold(
        Ran::value,
        Replayed::value,
        refused -> {
          throw refused.exception();
        });
  }
}
