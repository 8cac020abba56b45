package io.paidonce.hub.order;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import java.time.Instant;

/** One try to pay an order, known to the provider by its own number. */
public record Attempt(
    String outTradeNo,
    String orderNo,
    ChannelName channel,
    Merchant merchant,
    Money amount,
    AttemptState state,
    Instant createdAt,
    long version) {

  /** The same attempt in this state. */
  public Attempt in(AttemptState next) {
    return new Attempt(outTradeNo, orderNo, channel, merchant, amount, next, createdAt, version);
  }
}
