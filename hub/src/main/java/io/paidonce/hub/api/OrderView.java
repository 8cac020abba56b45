package io.paidonce.hub.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.order.Attempt;
import io.paidonce.hub.order.AttemptState;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.Order;
import io.paidonce.hub.order.OrderState;
import io.paidonce.hub.order.Refund;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order as the API shows it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OrderView(
    String orderNo,
    String userId,
    @Nullable String product,
    int quantity,
    @Nullable String agentId,
    OrderState state,
    MoneyView amount,
    MoneyView paid,
    MoneyView refunded,
    MoneyView unapplied,
    @Nullable String tradeNo,
    @Nullable Instant paidAt,
    Instant createdAt,
    List<AttemptView> attempts,
    List<RefundView> refunds,
    List<GrantView> grants) {

  record AttemptView(
      String outTradeNo, String channel, AttemptState state, MoneyView amount, String notifyUrl) {}

  record RefundView(
      String refundNo, String outTradeNo, String state, MoneyView amount, Refund.Origin origin) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record GrantView(String type, String period, @Nullable String asset, long amount, long taken) {}

  /** The order as it was when it was made: what every repeat of the request is answered with. */
  static OrderView asMade(Book book, NotifyUrls urls) {
    Order order = book.order();
    Attempt first = book.attempt(order.orderNo()).orElseThrow().in(AttemptState.PAYING);
    return of(new Book(order.asMade(), List.of(first), List.of(), List.of()), List.of(), urls);
  }

  static OrderView of(Book book, List<Grant> grants, NotifyUrls urls) {
    Order order = book.order();
    String currency = order.amount().currency();
    return new OrderView(
        order.orderNo(),
        order.userId(),
        order.product(),
        order.quantity(),
        order.agentId(),
        order.state(),
        MoneyView.of(order.amount()),
        new MoneyView(order.paidMinor(), currency),
        new MoneyView(order.refundedMinor(), currency),
        new MoneyView(order.unappliedMinor(), currency),
        order.tradeNo(),
        order.paidAt(),
        order.createdAt(),
        book.attempts().stream().map(attempt -> attempt(attempt, urls)).toList(),
        book.refunds().stream().map(OrderView::refund).toList(),
        grants.stream()
            .map(g -> new GrantView(g.type(), g.period(), g.asset(), g.amount(), g.taken()))
            .toList());
  }

  private static AttemptView attempt(Attempt attempt, NotifyUrls urls) {
    return new AttemptView(
        attempt.outTradeNo(),
        attempt.channel().value(),
        attempt.state(),
        MoneyView.of(attempt.amount()),
        urls.of(attempt.channel()));
  }

  private static RefundView refund(Refund refund) {
    return new RefundView(
        refund.refundNo(),
        refund.outTradeNo(),
        refund.state().name(),
        MoneyView.of(refund.amount()),
        refund.origin());
  }
}
