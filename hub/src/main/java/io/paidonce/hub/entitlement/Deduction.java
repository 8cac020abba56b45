package io.paidonce.hub.entitlement;

import java.util.function.Function;

/** What became of a usage. */
public sealed interface Deduction {

  /**
   * Deducted, now or before; final.
   *
   * @param balance what is left of the account at this moment
   */
  record Deducted(long balance) implements Deduction {}

  /**
   * The balance does not suffice; nothing was written, and the same request may come again.
   *
   * @param balance what there is; below zero where a refund took back more than was left
   */
  record Insufficient(long balance) implements Deduction {}

  /** The request id belongs to a deduction of another user, asset or amount. */
  record Conflict() implements Deduction {}

  /** The value of the case that holds. */
  default <T> T fold(
      Function<Deducted, T> deducted,
      Function<Insufficient, T> insufficient,
      Function<Conflict, T> conflict) {
    if (this instanceof Deducted d) {
      return deducted.apply(d);
    }
    return this instanceof Insufficient i ? insufficient.apply(i) : conflict.apply((Conflict) this);
  }
}
