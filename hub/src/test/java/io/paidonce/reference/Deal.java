package io.paidonce.reference;

import java.util.List;

/**
 * An order as it was made.
 *
 * @param attempts numbers of its attempts, each over the whole price
 * @param granted what a payment gives
 * @param goods what kind of thing that is
 * @param late what becomes of money that arrives after the close
 */
public record Deal(List<String> attempts, long price, long granted, Goods goods, Late late) {

  /** What a payment gives. */
  public enum Goods {
    /** Units of a balance, which go back in proportion. */
    UNITS,
    /** A subscription, which ends with a full refund only. */
    SUBSCRIPTION,
    /** Nothing that is kept here. */
    PLAIN
  }

  /** What becomes of money that arrives after the close. */
  public enum Late {
    CASE,
    FULFIL,
    REFUND
  }

  /** The number under which a late payment is asked to go back. */
  public static String lateRefund(String trade) {
    return "late-" + trade;
  }
}
