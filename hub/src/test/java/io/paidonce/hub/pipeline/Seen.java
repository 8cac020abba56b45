package io.paidonce.hub.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.order.AttemptState;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.Order;
import io.paidonce.hub.order.OrderState;
import io.paidonce.hub.order.Receipt;
import io.paidonce.hub.order.Refund;
import io.paidonce.hub.order.RefundState;
import io.paidonce.reference.End;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the hub made of an order, in the reference's words. */
final class Seen {

  private static final Set<OrderState> PAID =
      EnumSet.of(
          OrderState.SUCCESS,
          OrderState.REFUND_PROCESSING,
          OrderState.PARTIALLY_REFUNDED,
          OrderState.REFUNDED);

  private Seen() {}

  /**
   * The end as it is stored.
   *
   * @param ledger sums by account and asset, with a blank between
   * @param openCases how many of each kind
   */
  static End of(
      Book book, List<Grant> grants, Map<String, Long> ledger, Map<String, Long> openCases) {
    Order order = book.order();
    Map<String, String> attempts = new TreeMap<>();
    book.attempts().forEach(a -> attempts.put(a.outTradeNo(), a.state().name()));
    Map<String, Long> receipts = new TreeMap<>();
    book.receipts().forEach(r -> receipts.put(r.tradeNo(), r.refundedMinor()));
    Map<String, String> refunds = new TreeMap<>();
    Map<String, Long> unattributed = new TreeMap<>();
    for (Refund refund : book.refunds()) {
      if (refund.origin() != Refund.Origin.UNATTRIBUTED) {
        refunds.put(
            refund.tradeNo() + " " + refund.refundNo(),
            refund.state() + " " + refund.amount().minor());
      } else if (refund.state() == RefundState.SUCCESS) {
        unattributed.put(refund.tradeNo(), refund.amount().minor());
      }
    }
    Map<String, Long> entries = new TreeMap<>();
    ledger.forEach(
        (account, sum) -> entries.merge(account.replaceFirst("[ :].*", ""), sum, Long::sum));
    entries.values().removeIf(sum -> sum == 0);
    return new End(
        order.state().name(),
        attempts,
        order.paidMinor(),
        order.refundedMinor(),
        order.unappliedMinor(),
        receipts,
        refunds,
        unattributed,
        grants.stream().mapToLong(Grant::amount).sum(),
        grants.stream().mapToLong(Grant::taken).sum(),
        entries,
        cases(openCases));
  }

  /** A wrong amount is a case of either kind: told alone, or beside the right one. */
  private static Map<String, Long> cases(Map<String, Long> open) {
    Map<String, Long> cases = new TreeMap<>(open);
    boolean wrong = cases.remove("CONFLICT") != null;
    wrong |= cases.remove("AMOUNT_MISMATCH") != null;
    if (wrong) {
      cases.put("WRONG_AMOUNT", 1L);
    }
    return cases;
  }

  /** Nothing final moved back, and no money that was there is gone. */
  static void nothingMovedBack(Book before, Book after) {
    if (PAID.contains(before.order().state())) {
      assertThat(after.order().state()).as("a paid order").isIn(PAID);
    } else if (before.order().state() == OrderState.CLOSED) {
      assertThat(after.order().state()).as("a closed order").isNotEqualTo(OrderState.PAYING);
    }
    assertThat(after.order().paidMinor()).isGreaterThanOrEqualTo(before.order().paidMinor());
    assertThat(after.order().refundedMinor()).isGreaterThanOrEqualTo(refunded(before));
    before
        .attempts()
        .forEach(a -> attempt(a.state(), after.attempt(a.outTradeNo()).orElseThrow().state()));
    for (Receipt receipt : before.receipts()) {
      Receipt now = after.receipt(receipt.tradeNo()).orElseThrow();
      assertThat(now.state()).isEqualTo(receipt.state());
      assertThat(now.refundedMinor()).isGreaterThanOrEqualTo(receipt.refundedMinor());
    }
    for (Refund refund : before.refunds()) {
      Refund now = after.refund(refund.refundNo(), refund.tradeScope()).orElseThrow();
      if (!refund.state().isOpen() && refund.origin() != Refund.Origin.UNATTRIBUTED) {
        assertThat(now.state()).as("refund %s", refund.refundNo()).isEqualTo(refund.state());
        assertThat(now.amount()).isEqualTo(refund.amount());
      }
    }
  }

  private static long refunded(Book book) {
    return book.order().refundedMinor();
  }

  private static void attempt(AttemptState before, AttemptState after) {
    if (before == AttemptState.SUCCESS) {
      assertThat(after).as("a paid attempt").isEqualTo(AttemptState.SUCCESS);
    } else if (before == AttemptState.CLOSED) {
      assertThat(after).as("a closed attempt").isIn(AttemptState.CLOSED, AttemptState.SUCCESS);
    }
  }
}
