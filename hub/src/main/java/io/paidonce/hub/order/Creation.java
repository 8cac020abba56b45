package io.paidonce.hub.order;

import java.util.function.Function;

/** What became of a request to make an order. */
public sealed interface Creation {

  /** Made now, or by an earlier request that was the same. */
  record Made(Book book, boolean now) implements Creation {}

  /** The request key was used for another request. */
  record KeyReused() implements Creation {}

  /** The order number is taken by another request. */
  record NumberTaken(String orderNo) implements Creation {}

  /** The value of the case that holds. */
  default <T> T fold(
      Function<Made, T> made, Function<KeyReused, T> reused, Function<NumberTaken, T> taken) {
    if (this instanceof Made m) {
      return made.apply(m);
    }
    return this instanceof KeyReused k ? reused.apply(k) : taken.apply((NumberTaken) this);
  }
}
