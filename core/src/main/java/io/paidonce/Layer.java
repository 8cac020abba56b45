package io.paidonce;

import io.paidonce.IdempotencyStore.Mode;
import org.jspecify.annotations.Nullable;

/**
 * One store's part in an operation: how it takes part, and what happens when it does not answer.
 *
 * @param outage what a call does then
 * @param fallback claims for this layer while its store does not answer, with {@link
 *     Outage#FALL_BACK}; null to let the next layer decide, or to fail if there is none. Nodes that
 *     do not agree on whether the store answers claim in different places: the effect is one only
 *     if a record decides behind them
 * @param decidedInside whether a record decides that another template adds inside the work
 */
public record Layer(
    IdempotencyStore store,
    Mode mode,
    Outage outage,
    @Nullable IdempotencyStore fallback,
    boolean decidedInside) {

  public Layer {
    requireMode(store, mode);
    if (fallback != null) {
      requireMode(fallback, Mode.LEASE);
      if (outage != Outage.FALL_BACK || mode != Mode.LEASE) {
        throw new IllegalArgumentException("only a lease that falls back has a fallback");
      }
    }
  }

  /** A claim before the work, which ends after it. */
  public static Layer lease(IdempotencyStore store, Outage outage) {
    return new Layer(store, Mode.LEASE, outage, null, false);
  }

  /** The same, around work that has a record of its own to decide. */
  public static Layer gate(IdempotencyStore store, Outage outage) {
    return new Layer(store, Mode.LEASE, outage, null, true);
  }

  /** The same as a lease; while its store does not answer, this other one claims. */
  public static Layer lease(IdempotencyStore store, IdempotencyStore fallback) {
    return new Layer(store, Mode.LEASE, Outage.FALL_BACK, fallback, false);
  }

  /** A record in the transaction of the work; without its store nothing runs. */
  public static Layer atomic(IdempotencyStore store) {
    return new Layer(store, Mode.ATOMIC, Outage.FAIL, null, false);
  }

  private static void requireMode(IdempotencyStore store, Mode mode) {
    if (!store.modes().contains(mode)) {
      throw new IllegalArgumentException(
          "store " + store.name() + " cannot take part as " + mode + ", only as " + store.modes());
    }
  }
}
