package io.paidonce.hub.order;

import java.util.function.Function;

/** What became of a request to make an order. */
public sealed interface Creation {

  /** Made. */
  record Made(Book book) implements Creation {}

  /** The order number is taken by another request. */
  record NumberTaken(String orderNo) implements Creation {}

  /** The value of the case that holds. */
  default <T> T fold(Function<Made, T> made, Function<NumberTaken, T> taken) {
    return this instanceof Made m ? made.apply(m) : taken.apply((NumberTaken) this);
  }
}
