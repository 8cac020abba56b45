package io.paidonce.simulator.story;

/**
 * How an order must look when everything acknowledged has taken effect; money in fen.
 *
 * @param state empty: the hub must not know the order
 * @param unapplied money received but not applied to the order; {@link #ANY}: not looked at
 * @param tokens what the order adds to its user's balance in the end
 * @param caseKind kind of the case a person must find; empty: none is asked for
 */
record Expected(
    String state, long paid, long refunded, long unapplied, long tokens, String caseKind) {

  /** Either is right. */
  static final long ANY = -1;

  static Expected unpaid() {
    return new Expected("PAYING", 0, 0, 0, 0, "");
  }

  static Expected paid(long amountFen, long tokens) {
    return new Expected("SUCCESS", amountFen, 0, 0, tokens, "");
  }

  /** Of the tokens, {@code floor(granted * refunded / paid)} are taken back. */
  static Expected refunded(long amountFen, long granted, long refundedFen) {
    boolean all = refundedFen == amountFen;
    return new Expected(
        all ? "REFUNDED" : "PARTIALLY_REFUNDED",
        amountFen,
        refundedFen,
        0,
        granted - granted * refundedFen / amountFen,
        "");
  }
}
