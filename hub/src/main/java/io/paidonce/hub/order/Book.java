package io.paidonce.hub.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An order with everything that hangs on it, as one immutable value: what a decision reads, and
 * what it answers with.
 */
public record Book(
    Order order, List<Attempt> attempts, List<Receipt> receipts, List<Refund> refunds) {

  public Book {
    attempts = List.copyOf(attempts);
    receipts = List.copyOf(receipts);
    refunds = List.copyOf(refunds);
  }

  /** The attempt of this number. */
  public Optional<Attempt> attempt(String outTradeNo) {
    return attempts.stream().filter(a -> a.outTradeNo().equals(outTradeNo)).findFirst();
  }

  /** The receipt of this trade. */
  public Optional<Receipt> receipt(String tradeNo) {
    return receipts.stream().filter(r -> r.tradeNo().equals(tradeNo)).findFirst();
  }

  /** The refund of this number. */
  public Optional<Refund> refund(String refundNo, String tradeScope) {
    return refunds.stream()
        .filter(r -> r.refundNo().equals(refundNo) && r.tradeScope().equals(tradeScope))
        .findFirst();
  }

  /**
   * What may still be asked back of this receipt: what arrived, less what is refunded and what is
   * asked for, under way or stuck. Below zero if the provider refunded beyond what we asked.
   */
  public long refundable(Receipt receipt) {
    return receipt.amount().minor()
        - receipt.refundedMinor()
        - refunds.stream()
            .filter(r -> r.tradeNo().equals(receipt.tradeNo()) && r.state().isOpen())
            .mapToLong(r -> r.amount().minor())
            .sum();
  }

  /** How the order stands by the refunds of this trade, which is the one that paid it. */
  public OrderFact refundFact(String tradeNo) {
    boolean open =
        refunds.stream().anyMatch(r -> r.tradeNo().equals(tradeNo) && r.state().isOpen());
    if (open) {
      return OrderFact.REFUND_OPEN;
    }
    if (order.refundedMinor() == 0) {
      return OrderFact.REFUND_NONE;
    }
    return order.refundedMinor() < order.paidMinor() ? OrderFact.REFUND_PART : OrderFact.REFUND_ALL;
  }

  /** The same book with this order. */
  public Book with(Order changed) {
    return new Book(changed, attempts, receipts, refunds);
  }

  /** The same book with this attempt in the place of the one of its number. */
  public Book with(Attempt changed) {
    return new Book(
        order,
        attempts.stream()
            .map(a -> a.outTradeNo().equals(changed.outTradeNo()) ? changed : a)
            .toList(),
        receipts,
        refunds);
  }

  /** The same book with this receipt, new or in the place of the one of its trade. */
  public Book with(Receipt changed) {
    return new Book(
        order,
        attempts,
        put(receipts, r -> r.tradeNo().equals(changed.tradeNo()), changed),
        refunds);
  }

  /** The same book with this refund, new or in the place of the one of its number. */
  public Book with(Refund changed) {
    return new Book(
        order,
        attempts,
        receipts,
        put(
            refunds,
            r ->
                r.refundNo().equals(changed.refundNo())
                    && r.tradeScope().equals(changed.tradeScope()),
            changed));
  }

  /** In the place of the one it replaces, else at the end. */
  private static <T> List<T> put(List<T> all, Predicate<T> replaced, T changed) {
    List<T> put = new ArrayList<>(all);
    for (int i = 0; i < put.size(); i++) {
      if (replaced.test(put.get(i))) {
        put.set(i, changed);
        return put;
      }
    }
    put.add(changed);
    return put;
  }
}
