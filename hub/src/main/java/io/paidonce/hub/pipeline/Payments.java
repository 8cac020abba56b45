package io.paidonce.hub.pipeline;

import io.paidonce.hub.cases.CaseKind;
import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.entitlement.Posting;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.order.Attempt;
import io.paidonce.hub.order.AttemptFact;
import io.paidonce.hub.order.Order;
import io.paidonce.hub.order.OrderFact;
import io.paidonce.hub.order.OrderState;
import io.paidonce.hub.order.Receipt;
import io.paidonce.hub.order.Refund;
import io.paidonce.hub.order.RefundState;
import io.paidonce.hub.order.TransitionTable.Cell;
import io.paidonce.hub.order.Transitions;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a payment does. */
final class Payments {

  private Payments() {}

  static void decide(Draft draft, Claimed claimed) {
    Event event = claimed.event();
    Attempt attempt = Decide.attempt(draft, claimed);
    Money total = event.total();
    if (!attempt.amount().equals(total)) {
      draft.conflict(claimed, CaseKind.AMOUNT_MISMATCH, words(attempt.amount()), words(total));
      return;
    }
    if (draft.book.receipt(tradeNo(event)).isPresent()) {
      draft.stay(claimed, "paid already");
      return;
    }
    Order order = draft.book.order();
    OrderFact fact =
        order.state() == OrderState.CLOSED
                && draft.policy.latePayment() == Policy.LatePayment.FULFIL
            ? OrderFact.PAID_LATE_FULFIL
            : OrderFact.PAID;
    Cell<OrderState> cell = Transitions.ORDER.at(order.state(), fact);
    if (cell instanceof Cell.Go<OrderState> go) {
      settle(draft, claimed, attempt, go.to());
    } else {
      unapplied(draft, claimed, attempt, cell instanceof Cell.Stay<OrderState>);
    }
    draft.book =
        draft.book.with(attempt.in(Transitions.ATTEMPT.after(attempt.state(), AttemptFact.PAID)));
    draft.markPaid();
    draft.applied(claimed);
  }

  private static void settle(Draft draft, Claimed claimed, Attempt attempt, OrderState to) {
    Event event = claimed.event();
    Instant paidAt = paidAt(claimed);
    Order order = draft.book.order();
    draft.book =
        draft
            .book
            .with(receipt(claimed, attempt, Receipt.State.APPLIED))
            .with(
                order
                    .in(to)
                    .paidBy(tradeNo(event), paidAt)
                    .withSums(
                        Math.addExact(order.paidMinor(), attempt.amount().minor()),
                        order.refundedMinor(),
                        order.unappliedMinor()));
    draft.post(money(event, attempt, Posting.SALES));
    draft.tell(
        "order.paid",
        order.orderNo(),
        Map.of(
            "orderNo", order.orderNo(),
            "userId", order.userId(),
            "amount", data(attempt.amount()),
            "tradeNo", tradeNo(event),
            "paidAt", paidAt.toString()));
    grant(draft, paidAt);
  }

  private static void grant(Draft draft, Instant at) {
    Order order = draft.book.order();
    String asset = order.grantAsset();
    if (asset == null) {
      return;
    }
    String period = order.grantPeriod();
    boolean subscription = period != null;
    Grant grant =
        new Grant(
            order.orderNo(),
            (subscription ? "subscription:" : "balance:") + asset,
            subscription ? Objects.requireNonNull(period) : "once",
            order.userId(),
            subscription ? null : asset,
            order.grantAmount(),
            0,
            at,
            0);
    draft.grant(grant);
    if (!subscription) {
      draft.post(
          new Posting(
              "grant:" + grant.key(),
              asset,
              Posting.ISSUED,
              Posting.USER,
              grant.amount(),
              order.userId(),
              order.orderNo()));
    }
    draft.tell(
        "entitlement.granted",
        grant.key(),
        Map.of(
            "orderNo", order.orderNo(),
            "userId", order.userId(),
            "type", grant.type(),
            "period", grant.period(),
            "amount", grant.amount()));
  }

  private static void unapplied(Draft draft, Claimed claimed, Attempt attempt, boolean twice) {
    Event event = claimed.event();
    Order order = draft.book.order();
    draft.book =
        draft
            .book
            .with(receipt(claimed, attempt, Receipt.State.UNAPPLIED))
            .with(
                order.withSums(
                    order.paidMinor(),
                    order.refundedMinor(),
                    Math.addExact(order.unappliedMinor(), attempt.amount().minor())));
    draft.post(money(event, attempt, Posting.UNAPPLIED));
    if (!twice && draft.policy.latePayment() == Policy.LatePayment.REFUND) {
      draft.book = draft.book.with(lateRefund(draft, event, attempt));
      return;
    }
    draft.open(
        twice ? CaseKind.DOUBLE_PAYMENT : CaseKind.LATE_PAYMENT,
        Draft.subject(event),
        event,
        twice ? "one payment, " + order.tradeNo() : "no payment of a closed order",
        words(attempt.amount()) + " by trade " + tradeNo(event),
        "refund " + words(attempt.amount()) + " of trade " + tradeNo(event));
  }

  private static Refund lateRefund(Draft draft, Event event, Attempt attempt) {
    return new Refund(
        event.merchant(),
        "late-" + tradeNo(event),
        Refund.scope(event.merchant(), tradeNo(event)),
        attempt.orderNo(),
        attempt.outTradeNo(),
        tradeNo(event),
        attempt.amount(),
        RefundState.REQUESTED,
        Refund.Origin.HUB,
        null,
        "late payment",
        draft.now,
        0);
  }

  private static Receipt receipt(Claimed claimed, Attempt attempt, Receipt.State state) {
    return new Receipt(
        attempt.merchant(),
        tradeNo(claimed.event()),
        attempt.outTradeNo(),
        attempt.orderNo(),
        attempt.amount(),
        state,
        0,
        0,
        paidAt(claimed),
        0);
  }

  private static Posting money(Event event, Attempt attempt, String from) {
    return new Posting(
        "receipt:" + event.merchant() + ":" + tradeNo(event),
        attempt.amount().currency(),
        from,
        providerAccount(event.merchant()),
        attempt.amount().minor(),
        null,
        attempt.orderNo());
  }

  /** The provider's number of the trade; our own where it gives none. */
  static String tradeNo(Event event) {
    String tradeNo = event.tradeNo();
    return tradeNo != null ? tradeNo : Objects.requireNonNull(event.outTradeNo());
  }

  /** What the provider holds for this merchant. */
  static String providerAccount(Merchant merchant) {
    return "provider:" + merchant;
  }

  static Map<String, Object> data(Money money) {
    return Map.of("value", money.minor(), "currency", money.currency());
  }

  static String words(@Nullable Money money) {
    return money == null ? "no amount" : money.decimal() + " " + money.currency();
  }

  private static Instant paidAt(Claimed claimed) {
    Instant occurredAt = claimed.event().occurredAt();
    return occurredAt != null ? occurredAt : claimed.receivedAt();
  }
}
