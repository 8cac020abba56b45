package io.paidonce.hub.order;

import io.paidonce.hub.model.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A refund somebody asks us for.
 *
 * @param refundNo the caller's number; the same number is the same refund
 * @param outTradeNo whose receipt is refunded; null for the attempt applied to the order
 * @param reason for people and for the provider
 */
public record RefundRequest(
    String refundNo,
    @Nullable String outTradeNo,
    Money amount,
    @Nullable String reason,
    Instant at) {

  public RefundRequest {
    if (amount.minor() <= 0) {
      throw new IllegalArgumentException("a refund has an amount above zero");
    }
  }
}
