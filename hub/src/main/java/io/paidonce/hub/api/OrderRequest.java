package io.paidonce.hub.api;

import org.jspecify.annotations.Nullable;

/** The body of a request for an order. */
record OrderRequest(
    @Nullable String orderNo,
    @Nullable String userId,
    @Nullable String product,
    @Nullable Integer quantity,
    @Nullable MoneyView amount,
    @Nullable String channel,
    @Nullable String agentId) {

  /** What makes two requests the same one: one of a product is the same as no number of it. */
  public OrderRequest same() {
    Integer number = quantity == null && product != null ? Integer.valueOf(1) : quantity;
    return new OrderRequest(orderNo, userId, product, number, amount, channel, agentId);
  }
}
