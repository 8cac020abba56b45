package io.paidonce;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether work in doubt took effect, for example by asking the provider under the same
 * number. Called by one owner at a time, under a claim of its own.
 */
@FunctionalInterface
public interface Resolver<T extends @Nullable Object> {

  /** What became of the work of this key; an exception counts as unknown and is passed on. */
  Resolution<T> resolve(IdempotencyKey key);

  /** What a resolver found. */
  sealed interface Resolution<T extends @Nullable Object> {

    /** It took effect, with this result, which is stored and given to all who ask. */
    record Happened<T extends @Nullable Object>(T result) implements Resolution<T> {}

    /** It did not, and cannot any more: the work may run. */
    record NotHappened<T extends @Nullable Object>() implements Resolution<T> {}

    /** Nobody can say yet: it stays in doubt. */
    record Unknown<T extends @Nullable Object>(String note) implements Resolution<T> {}

    /** One function for each case. */
    default <R> R fold(
        Function<T, R> happened, Supplier<R> notHappened, Function<String, R> unknown) {
      if (this instanceof Happened<T> it) {
        return happened.apply(it.result());
      }
      return this instanceof Unknown<T> it ? unknown.apply(it.note()) : notHappened.get();
    }
  }
}
