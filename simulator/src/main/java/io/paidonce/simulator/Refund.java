package io.paidonce.simulator;

import java.time.Instant;

/**
 * One refund of a {@link Payment}.
 *
 * @param refundNo the merchant's number of the refund
 * @param providerRefundNo the provider's number
 * @param amountFen this refund alone, in fen (what WeChat Pay reports)
 * @param cumulativeFen this and all earlier refunds of the trade, in fen (what Alipay reports)
 * @param refundedAt when the money went back
 */
public record Refund(
    String refundNo,
    String providerRefundNo,
    long amountFen,
    long cumulativeFen,
    Instant refundedAt) {

  public Refund {
    if (refundNo.isBlank()) {
      throw new IllegalArgumentException("a refund needs a refundNo");
    }
    if (amountFen <= 0 || cumulativeFen < amountFen) {
      throw new IllegalArgumentException(
          "refund " + refundNo + ": 0 < amount <= cumulative does not hold");
    }
  }
}
