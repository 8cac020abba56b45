package io.paidonce.hub.order;

import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One refund of one receipt.
 *
 * @param tradeScope the trade number where the provider's refund numbers are unique only within a
 *     trade (Alipay), else empty
 * @param origin who started it
 */
public record Refund(
    Merchant merchant,
    String refundNo,
    String tradeScope,
    String orderNo,
    String outTradeNo,
    String tradeNo,
    Money amount,
    RefundState state,
    Origin origin,
    @Nullable String providerRefundNo,
    @Nullable String reason,
    Instant createdAt,
    long version) {

  /** Who started a refund. */
  public enum Origin {
    /** We did. */
    HUB,
    /** Somebody in the provider's own console; we learnt of it. */
    PROVIDER,
    /** Known only as the excess of the provider's cumulative figure over the refunds we know. */
    UNATTRIBUTED
  }

  /** The number of the row that holds a trade's refunds nobody has named. */
  public static String unattributedNo(String tradeNo) {
    return "unattributed:" + tradeNo;
  }

  /** What a refund number of this merchant must be paired with to be unique. */
  public static String scope(Merchant merchant, String tradeNo) {
    return merchant.family().equals("alipay") ? tradeNo : "";
  }

  /** The same refund in this state, with the provider's number if it is told. */
  public Refund in(RefundState next, @Nullable String providerNo) {
    return new Refund(
        merchant,
        refundNo,
        tradeScope,
        orderNo,
        outTradeNo,
        tradeNo,
        amount,
        next,
        origin,
        providerNo == null ? providerRefundNo : providerNo,
        reason,
        createdAt,
        version);
  }

  /** The same refund of this amount. */
  public Refund of(Money newAmount) {
    return new Refund(
        merchant,
        refundNo,
        tradeScope,
        orderNo,
        outTradeNo,
        tradeNo,
        newAmount,
        state,
        origin,
        providerRefundNo,
        reason,
        createdAt,
        version);
  }
}
