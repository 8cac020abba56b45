package io.paidonce.hub.pipeline;

import io.paidonce.hub.cases.CaseKind;
import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.entitlement.Posting;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.Order;
import io.paidonce.hub.order.OrderFact;
import io.paidonce.hub.order.Receipt;
import io.paidonce.hub.order.Refund;
import io.paidonce.hub.order.RefundFact;
import io.paidonce.hub.order.RefundState;
import io.paidonce.hub.order.TransitionTable.Cell;
import io.paidonce.hub.order.Transitions;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a refund does.
 *
 * <p>Refunded of a receipt is the larger of the sum of its successful refunds and the highest
 * cumulative figure told, so it comes out the same in any order of arrival.
 */
final class Refunds {

  private Refunds() {}

  static void decide(Draft draft, Claimed claimed) {
    Event event = claimed.event();
    Optional<Receipt> found = receipt(draft.book, event);
    if (found.isEmpty()) {
      draft.park(claimed, "refund of a payment not known yet", CaseKind.REFUND_MISMATCH);
      return;
    }
    Receipt receipt = found.get();
    @Nullable RefundFact fact = fact(event.status());
    if (fact == null) {
      draft.ask = true;
      draft.stay(claimed, "unknown refund status " + event.providerStatus() + ", to be asked");
      return;
    }
    Optional<Refund> known = known(draft.book, event, receipt);
    if (event.evidence() == Evidence.UNSIGNED_CALLBACK && !confirms(event, receipt, known)) {
      draft.park(claimed, "unsigned, and not a refund we asked for", CaseKind.REFUND_MISMATCH);
      return;
    }
    Money amount = event.refund() != null ? event.refund() : known.map(Refund::amount).orElse(null);
    if (exceeds(draft.book, event, receipt, known, fact, amount)) {
      draft.conflict(
          claimed,
          CaseKind.REFUND_MISMATCH,
          "at most " + Payments.words(receipt.amount()) + " refunded",
          "more than that");
    } else if (amount != null) {
      named(draft, claimed, receipt, known, fact, amount);
    } else if (event.refundedTotal() != null) {
      cumulative(draft, claimed, receipt);
    } else {
      draft.ask = true;
      draft.stay(claimed, "refund of an amount not told, to be asked");
    }
  }

  /** A refund with a number and an amount of its own; what is refunded in all may be told too. */
  private static void named(
      Draft draft,
      Claimed claimed,
      Receipt receipt,
      Optional<Refund> known,
      RefundFact fact,
      Money amount) {
    Event event = claimed.event();
    Refund refund = known.orElseGet(() -> learnt(draft, event, receipt, amount));
    if (!refund.amount().equals(amount) || !refund.tradeNo().equals(receipt.tradeNo())) {
      draft.conflict(
          claimed,
          CaseKind.REFUND_MISMATCH,
          Payments.words(refund.amount()) + " of trade " + refund.tradeNo(),
          Payments.words(amount) + " of trade " + receipt.tradeNo());
      return;
    }
    Receipt told = told(receipt, event);
    Cell<RefundState> cell = Transitions.REFUND.at(refund.state(), fact);
    if (cell instanceof Cell.Refuse<RefundState> refuse) {
      draft.refuse(claimed, "refund " + fact + " (" + refuse.reason() + ")");
    } else if (cell instanceof Cell.Stay<RefundState> stay && told.equals(receipt)) {
      draft.stay(claimed, stay.reason());
    } else {
      RefundState to = Transitions.REFUND.after(refund.state(), fact);
      draft.book = draft.book.with(refund.in(to, event.providerRefundNo())).with(told);
      recompute(draft, event, told);
      draft.applied(claimed);
    }
  }

  /** A refund told only by what is refunded in all. */
  private static void cumulative(Draft draft, Claimed claimed, Receipt receipt) {
    Receipt told = told(receipt, claimed.event());
    if (told.equals(receipt)) {
      draft.stay(claimed, "refunded already");
      return;
    }
    draft.book = draft.book.with(told);
    recompute(draft, claimed.event(), told);
    draft.applied(claimed);
  }

  /** The receipt with the highest cumulative figure told so far. */
  private static Receipt told(Receipt receipt, Event event) {
    Money total = event.refundedTotal();
    return receipt.withRefunded(
        receipt.refundedMinor(),
        Math.max(receipt.cumulativeMinor(), total == null ? 0 : total.minor()));
  }

  /** Brings receipt, order, money and grants in line with the refunds that are known now. */
  private static void recompute(Draft draft, Event event, Receipt receipt) {
    long named = succeeded(draft.book, receipt);
    long total = Math.max(named, receipt.cumulativeMinor());
    long delta = total - receipt.refundedMinor();
    unattributed(draft, receipt, total - named);
    draft.book = draft.book.with(receipt.withRefunded(total, receipt.cumulativeMinor()));
    boolean applied = receipt.state() == Receipt.State.APPLIED;
    if (delta > 0) {
      post(draft, event, receipt, total, delta, applied);
    }
    Order order = draft.book.order();
    if (!applied) {
      draft.book =
          draft.book.with(
              order.withSums(
                  order.paidMinor(), order.refundedMinor(), order.unappliedMinor() - delta));
      return;
    }
    Order summed =
        order.withSums(order.paidMinor(), order.refundedMinor() + delta, order.unappliedMinor());
    draft.book = draft.book.with(summed);
    OrderFact fact = draft.book.refundFact(receipt.tradeNo());
    draft.book = draft.book.with(summed.in(Transitions.ORDER.after(summed.state(), fact)));
    takeBack(draft);
  }

  private static void post(
      Draft draft, Event event, Receipt receipt, long total, long delta, boolean applied) {
    String currency = receipt.amount().currency();
    draft.post(
        new Posting(
            "refund:" + receipt.merchant() + ":" + receipt.tradeNo() + ":" + total,
            currency,
            Payments.providerAccount(receipt.merchant()),
            applied ? Posting.SALES : Posting.UNAPPLIED,
            delta,
            null,
            receipt.orderNo()));
    draft.tell(
        "order.refunded",
        receipt.merchant() + ":" + receipt.tradeNo() + ":" + total,
        Map.of(
            "orderNo", receipt.orderNo(),
            "refundNo", event.refundNo() == null ? "" : event.refundNo(),
            "delta", Payments.data(new Money(delta, currency)),
            "cumulative", Payments.data(new Money(total, currency))));
  }

  /** What the provider refunded beyond the refunds we know is one row of its own. */
  private static void unattributed(Draft draft, Receipt receipt, long excess) {
    String number = Refund.unattributedNo(receipt.tradeNo());
    String scope = Refund.scope(receipt.merchant(), receipt.tradeNo());
    Optional<Refund> row = draft.book.refund(number, scope);
    if (row.isEmpty() && excess == 0) {
      return;
    }
    Money amount = new Money(excess, receipt.amount().currency());
    Refund refund =
        row.orElseGet(
                () ->
                    refund(draft, receipt, number, scope, amount, Refund.Origin.UNATTRIBUTED, null))
            .of(amount)
            .in(excess == 0 ? RefundState.CLOSED : RefundState.SUCCESS, null);
    draft.book = draft.book.with(refund);
  }

  private static void takeBack(Draft draft) {
    Order order = draft.book.order();
    for (Grant grant : draft.grants()) {
      long target = target(grant, order);
      long due = target - grant.taken();
      if (due <= 0) {
        continue;
      }
      draft.taken(grant, target);
      String asset = grant.asset();
      if (asset != null) {
        boolean clamp = draft.policy.clawback() == Policy.Clawback.CLAMP;
        long left = Math.max(0, draft.balance(grant.userId(), asset));
        long taken = clamp ? Math.min(due, left) : due;
        if (taken > 0) {
          draft.post(
              new Posting(
                  "clawback:" + grant.key() + ":" + target,
                  asset,
                  Posting.USER,
                  Posting.ISSUED,
                  taken,
                  grant.userId(),
                  grant.orderNo()));
        }
      }
      draft.tell(
          "entitlement.revoked",
          grant.key() + ":" + target,
          Map.of(
              "orderNo", grant.orderNo(),
              "userId", grant.userId(),
              "type", grant.type(),
              "period", grant.period(),
              "delta", due,
              "cumulative", target));
    }
  }

  /** A balance goes back in proportion, rounded down; a subscription only with a full refund. */
  private static long target(Grant grant, Order order) {
    if (order.refundedMinor() >= order.paidMinor()) {
      return grant.amount();
    }
    if (grant.asset() == null) {
      return 0;
    }
    return BigInteger.valueOf(grant.amount())
        .multiply(BigInteger.valueOf(order.refundedMinor()))
        .divide(BigInteger.valueOf(order.paidMinor()))
        .longValueExact();
  }

  private static boolean exceeds(
      Book book,
      Event event,
      Receipt receipt,
      Optional<Refund> known,
      RefundFact fact,
      @Nullable Money amount) {
    Money total = event.refundedTotal();
    if (total != null && total.minor() > receipt.amount().minor()) {
      return true;
    }
    boolean adds =
        fact == RefundFact.SUCCEEDED
            && known.map(Refund::state).orElse(RefundState.REQUESTED) != RefundState.SUCCESS;
    return amount != null
        && adds
        && Math.addExact(succeeded(book, receipt), amount.minor()) > receipt.amount().minor();
  }

  private static long succeeded(Book book, Receipt receipt) {
    return book.refunds().stream()
        .filter(
            r ->
                r.tradeNo().equals(receipt.tradeNo())
                    && r.state() == RefundState.SUCCESS
                    && r.origin() != Refund.Origin.UNATTRIBUTED)
        .mapToLong(r -> r.amount().minor())
        .sum();
  }

  private static boolean confirms(Event event, Receipt receipt, Optional<Refund> known) {
    return known
        .filter(
            r ->
                r.amount().equals(event.refund())
                    && r.tradeNo().equals(receipt.tradeNo())
                    && receipt.tradeNo().equals(event.tradeNo()))
        .isPresent();
  }

  private static Optional<Receipt> receipt(Book book, Event event) {
    String tradeNo = event.tradeNo();
    return tradeNo != null
        ? book.receipt(tradeNo)
        : book.receipts().stream()
            .filter(r -> r.outTradeNo().equals(event.outTradeNo()))
            .findFirst();
  }

  private static Optional<Refund> known(Book book, Event event, Receipt receipt) {
    String number = event.refundNo();
    return number == null
        ? Optional.empty()
        : book.refund(number, Refund.scope(event.merchant(), receipt.tradeNo()));
  }

  private static Refund learnt(Draft draft, Event event, Receipt receipt, Money amount) {
    String number = event.refundNo();
    return refund(
        draft,
        receipt,
        number == null ? Refund.unattributedNo(receipt.tradeNo()) : number,
        Refund.scope(event.merchant(), receipt.tradeNo()),
        amount,
        Refund.Origin.PROVIDER,
        event.providerRefundNo());
  }

  private static Refund refund(
      Draft draft,
      Receipt receipt,
      String number,
      String scope,
      Money amount,
      Refund.Origin origin,
      @Nullable String providerNo) {
    return new Refund(
        receipt.merchant(),
        number,
        scope,
        receipt.orderNo(),
        receipt.outTradeNo(),
        receipt.tradeNo(),
        amount,
        RefundState.REQUESTED,
        origin,
        providerNo,
        null,
        draft.now,
        0);
  }

  private static @Nullable RefundFact fact(EventStatus status) {
    return switch (status) {
      case REFUND_PROCESSING -> RefundFact.PROCESSING;
      case REFUND_SUCCESS -> RefundFact.SUCCEEDED;
      case REFUND_CLOSED -> RefundFact.CLOSED;
      case REFUND_ABNORMAL -> RefundFact.ABNORMAL;
      default -> null;
    };
  }
}
