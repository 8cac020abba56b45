package io.paidonce;

import java.util.function.Function;
import java.util.function.Supplier;

/** What came of a change under an expected version; see {@link GuardedTable#atVersion}. */
public sealed interface VersionChange {

  /** It took place; the row is at this version now. */
  record Updated(long version) implements VersionChange {}

  /** Somebody else changed the row before; nothing was changed, read it again. */
  record Conflict(long actual) implements VersionChange {}

  /** There is no such row. */
  record Missing() implements VersionChange {}

  /** One function for each case. */
  default <R> R fold(
      Function<Updated, R> updated, Function<Conflict, R> conflict, Supplier<R> missing) {
    if (this instanceof Updated it) {
      return updated.apply(it);
    }
    return this instanceof Conflict it ? conflict.apply(it) : missing.get();
  }
}
