package io.paidonce.hub.order;

import io.paidonce.hub.model.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a user wants to buy, at the price we set when it was made.
 *
 * @param grantAsset what a payment gives; null for plain goods
 * @param grantAmount units it gives for the whole quantity; 0 for plain goods
 * @param grantPeriod the period of a subscription; null for a balance
 * @param paidMinor receipts applied to it, in minor units
 * @param refundedMinor refunded of what was applied
 * @param unappliedMinor money that arrived for it and belongs to nothing yet: late or double
 */
public record Order(
    String orderNo,
    String userId,
    @Nullable String product,
    int quantity,
    Money amount,
    @Nullable String grantAsset,
    long grantAmount,
    @Nullable String grantPeriod,
    @Nullable String agentId,
    OrderState state,
    long paidMinor,
    long refundedMinor,
    long unappliedMinor,
    @Nullable String tradeNo,
    @Nullable Instant paidAt,
    Instant createdAt,
    long version) {

  /** The same order in this state. */
  public Order in(OrderState next) {
    return with(next, paidMinor, refundedMinor, unappliedMinor, tradeNo, paidAt);
  }

  /** The same order with these sums. */
  public Order withSums(long paid, long refunded, long unapplied) {
    return with(state, paid, refunded, unapplied, tradeNo, paidAt);
  }

  /** The same order, paid by this trade at this time. */
  public Order paidBy(String trade, Instant at) {
    return with(state, paidMinor, refundedMinor, unappliedMinor, trade, at);
  }

  /** The same order as it was when it was made. */
  public Order asMade() {
    return with(OrderState.PAYING, 0, 0, 0, null, null);
  }

  private Order with(
      OrderState newState,
      long paid,
      long refunded,
      long unapplied,
      @Nullable String trade,
      @Nullable Instant at) {
    return new Order(
        orderNo,
        userId,
        product,
        quantity,
        amount,
        grantAsset,
        grantAmount,
        grantPeriod,
        agentId,
        newState,
        paid,
        refunded,
        unapplied,
        trade,
        at,
        createdAt,
        version);
  }
}
