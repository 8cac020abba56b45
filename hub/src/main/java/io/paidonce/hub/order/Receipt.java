package io.paidonce.hub.order;

import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import java.time.Instant;

/**
 * Money that arrived: one row per provider trade.
 *
 * @param refundedMinor refunded of it: the larger of the sum of its successful refunds and the
 *     highest cumulative figure the provider told
 * @param cumulativeMinor that highest figure; 0 while none was told
 */
public record Receipt(
    Merchant merchant,
    String tradeNo,
    String outTradeNo,
    String orderNo,
    Money amount,
    State state,
    long refundedMinor,
    long cumulativeMinor,
    Instant receivedAt,
    long version) {

  /** What the money is for. */
  public enum State {
    /** It pays the order. */
    APPLIED,
    /** It arrived too late or a second time. */
    UNAPPLIED
  }

  /** The same receipt with these figures. */
  public Receipt withRefunded(long refunded, long cumulative) {
    return new Receipt(
        merchant,
        tradeNo,
        outTradeNo,
        orderNo,
        amount,
        state,
        refunded,
        cumulative,
        receivedAt,
        version);
  }
}
