package io.paidonce.hub.pipeline;

import io.paidonce.hub.cases.CaseKind;
import io.paidonce.hub.cases.NewCase;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.inbox.Settlement;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.order.Attempt;
import io.paidonce.hub.order.AttemptFact;
import io.paidonce.hub.order.AttemptState;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.Order;
import io.paidonce.hub.order.OrderFact;
import io.paidonce.hub.order.TransitionTable.Cell;
import io.paidonce.hub.order.Transitions;
import io.paidonce.hub.outbox.Message;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What events do to an order: pure functions from what was read to what to write.
 *
 * <p>Events of one order are taken in the order payment, refund, rest, whatever order they came in.
 */
final class Decide {

  private static final Comparator<Claimed> PAYMENT_REFUND_REST =
      Comparator.comparingInt((Claimed c) -> rank(c.event()))
          .thenComparing(Claimed::receivedAt)
          .thenComparing(Claimed::id);

  private Decide() {}

  /** What these events, all of this book's order, do to it. */
  static Decision order(
      Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
    Draft draft = new Draft(snapshot, book, policy, now);
    events.stream().sorted(PAYMENT_REFUND_REST).forEach(claimed -> one(draft, claimed));
    return draft.done();
  }

  /** What an event does that belongs to no order we know. */
  static Decision stranger(Claimed claimed, Policy policy, Instant now) {
    Event event = claimed.event();
    if (event.kind() == EventKind.NOTICE) {
      return withoutOrder(
          new Settlement(claimed, Outcome.IGNORED, "not about money of an order", null),
          List.of(notice(claimed)),
          List.of());
    }
    boolean money = event.kind() == EventKind.REFUND || event.status() == EventStatus.PAID;
    boolean old = Draft.isOld(claimed, policy, now);
    if (old && !money) {
      return withoutOrder(
          new Settlement(claimed, Outcome.IGNORED, "order unknown, and no money moved", null),
          List.of(),
          List.of());
    }
    return withoutOrder(
        Draft.parked(claimed, "order unknown here", policy, now),
        List.of(),
        old ? List.of(unknownOrder(event)) : List.of());
  }

  private static void one(Draft draft, Claimed claimed) {
    Event event = claimed.event();
    if (event.kind() == EventKind.REFUND) {
      Refunds.decide(draft, claimed);
    } else if (event.status() == EventStatus.PAID) {
      Payments.decide(draft, claimed);
    } else if (event.status() == EventStatus.CLOSED) {
      closed(draft, claimed);
    } else if (event.status() == EventStatus.WAITING) {
      draft.stay(claimed, "not final");
    } else {
      unclear(draft, claimed);
    }
  }

  private static void closed(Draft draft, Claimed claimed) {
    Attempt attempt = attempt(draft, claimed);
    Cell<AttemptState> cell = Transitions.ATTEMPT.at(attempt.state(), AttemptFact.CLOSED);
    if (cell instanceof Cell.Stay<AttemptState> stay) {
      // A paid trade told as closed may have been refunded at the provider: ask, do not guess.
      draft.ask |= attempt.state() == AttemptState.SUCCESS;
      draft.stay(claimed, stay.reason());
      return;
    }
    draft.book =
        draft.book.with(attempt.in(Transitions.ATTEMPT.after(attempt.state(), AttemptFact.CLOSED)));
    Order order = draft.book.order();
    boolean allClosed =
        draft.book.attempts().stream().allMatch(a -> a.state() == AttemptState.CLOSED);
    if (allClosed && Transitions.ORDER.at(order.state(), OrderFact.CLOSED) instanceof Cell.Go<?>) {
      draft.book =
          draft.book.with(order.in(Transitions.ORDER.after(order.state(), OrderFact.CLOSED)));
      draft.tell("order.closed", order.orderNo(), Map.of("orderNo", order.orderNo()));
    }
    draft.applied(claimed);
  }

  private static void unclear(Draft draft, Claimed claimed) {
    Attempt attempt = attempt(draft, claimed);
    draft.book =
        draft.book.with(
            attempt.in(Transitions.ATTEMPT.after(attempt.state(), AttemptFact.UNCLEAR)));
    draft.ask = true;
    draft.stay(claimed, "unknown status " + claimed.event().providerStatus() + ", to be asked");
  }

  static Attempt attempt(Draft draft, Claimed claimed) {
    String number = claimed.event().outTradeNo();
    return draft
        .book
        .attempt(number == null ? "" : number)
        .orElseThrow(() -> new IllegalStateException("no attempt " + number + " in its book"));
  }

  private static int rank(Event event) {
    if (event.kind() == EventKind.REFUND) {
      return 1;
    }
    return event.status() == EventStatus.PAID ? 0 : 2;
  }

  private static Message notice(Claimed claimed) {
    Event event = claimed.event();
    return new Message(
        "notification.received",
        "notification.received:" + claimed.key().eventKey(),
        null,
        Map.of(
            "channel", event.channel().value(),
            "type", event.providerStatus(),
            "notice", String.valueOf(event.noticeId())));
  }

  private static NewCase unknownOrder(Event event) {
    return new NewCase(
        CaseKind.UNKNOWN_ORDER,
        Draft.subject(event),
        event.channel(),
        event.outTradeNo(),
        "an order of ours",
        event.status() + " of a number unknown here",
        "find out who made this order; it is applied as soon as it exists here");
  }

  private static Decision withoutOrder(
      Settlement settlement, List<Message> messages, List<NewCase> cases) {
    return new Decision(
        null,
        List.of(),
        List.of(),
        List.of(),
        messages,
        cases,
        List.of(settlement),
        false,
        false,
        0);
  }
}
