package io.paidonce;

import java.util.function.Supplier;

/** What came of a change under conditions; see {@link GuardedTable#where}. */
public sealed interface ConditionalChange {

  /** It took place, or the columns had these values already. */
  record Applied() implements ConditionalChange {}

  /** The conditions did not hold; nothing was changed. */
  record Refused() implements ConditionalChange {}

  /** There is no such row. */
  record Missing() implements ConditionalChange {}

  /** One function for each case. */
  default <R> R fold(Supplier<R> applied, Supplier<R> refused, Supplier<R> missing) {
    if (this instanceof Applied) {
      return applied.get();
    }
    return this instanceof Refused ? refused.get() : missing.get();
  }
}
