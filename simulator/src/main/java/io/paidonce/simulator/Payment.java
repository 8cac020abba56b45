package io.paidonce.simulator;

import java.time.Instant;

/**
 * One trade of a buyer as the provider knows it.
 *
 * @param outTradeNo the merchant's number of the attempt
 * @param tradeNo the provider's number of the trade
 * @param amountFen the order amount, in fen
 * @param subject what was bought; any Unicode text
 * @param paidAt when the money moved
 */
public record Payment(
    String outTradeNo, String tradeNo, long amountFen, String subject, Instant paidAt) {

  public Payment {
    if (outTradeNo.isBlank() || tradeNo.isBlank()) {
      throw new IllegalArgumentException("a payment needs outTradeNo and tradeNo");
    }
    if (amountFen <= 0) {
      throw new IllegalArgumentException(
          "amount of " + outTradeNo + " must be positive, is " + amountFen + " fen");
    }
  }

  /** The same trade with another amount: what a confused or malicious sender would claim. */
  public Payment withAmountFen(long otherAmountFen) {
    return new Payment(outTradeNo, tradeNo, otherAmountFen, subject, paidAt);
  }
}
