package io.paidonce;

import java.util.function.Function;
import java.util.function.Supplier;

/** What came of a change of state; see {@link GuardedTable#toState}. */
public sealed interface StateChange<S extends Enum<S>> {

  /** It took place, by this call. */
  record Changed<S extends Enum<S>>(S to) implements StateChange<S> {}

  /** The target was reached before: a success that changed nothing. */
  record AlreadyThere<S extends Enum<S>>(S actual) implements StateChange<S> {}

  /** From the actual state there is no way to the target; nothing was changed. */
  record Conflict<S extends Enum<S>>(S actual) implements StateChange<S> {}

  /** There is no such row. */
  record Missing<S extends Enum<S>>() implements StateChange<S> {}

  /** One function for each case. */
  default <R> R fold(
      Function<Changed<S>, R> changed,
      Function<AlreadyThere<S>, R> alreadyThere,
      Function<Conflict<S>, R> conflict,
      Supplier<R> missing) {
    if (this instanceof Changed<S> it) {
      return changed.apply(it);
    }
    if (this instanceof AlreadyThere<S> it) {
      return alreadyThere.apply(it);
    }
    return this instanceof Conflict<S> it ? conflict.apply(it) : missing.get();
  }
}
