package io.paidonce.hub.order;

import io.paidonce.hub.model.Money;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What became of a request for a refund; in order of precedence. */
public sealed interface RefundAnswer {

  /** There is no such order, or no such attempt of it. */
  record Missing(String what) implements RefundAnswer {}

  /** The number is known with these facts: nothing new was made. */
  record Known(Refund refund) implements RefundAnswer {}

  /**
   * The number belongs to another refund.
   *
   * @param other that refund, if it is one of this order
   */
  record NumberTaken(String refundNo, @Nullable Refund other) implements RefundAnswer {}

  /** No money has arrived that could be refunded. */
  record Unpaid(String outTradeNo) implements RefundAnswer {}

  /**
   * It is more than is left of what arrived.
   *
   * @param left what may still be asked for
   */
  record Exceeds(Money left) implements RefundAnswer {}

  /** The intent is committed; the provider is asked next. */
  record Accepted(Refund refund) implements RefundAnswer {}

  /** The value of the case that holds. */
  default <T> T fold(
      Function<Missing, T> missing,
      Function<Known, T> known,
      Function<NumberTaken, T> taken,
      Function<Unpaid, T> unpaid,
      Function<Exceeds, T> exceeds,
      Function<Accepted, T> accepted) {
    if (this instanceof Missing it) {
      return missing.apply(it);
    } else if (this instanceof Known it) {
      return known.apply(it);
    } else if (this instanceof NumberTaken it) {
      return taken.apply(it);
    } else if (this instanceof Unpaid it) {
      return unpaid.apply(it);
    } else if (this instanceof Exceeds it) {
      return exceeds.apply(it);
    }
    return accepted.apply((Accepted) this);
  }
}
