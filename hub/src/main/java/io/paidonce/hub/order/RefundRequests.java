package io.paidonce.hub.order;

import io.paidonce.hub.model.Money;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Takes requests for refunds: an intent each, committed before the provider hears of it.
 *
 * <p>Under the lock of the order, what is asked for, under way, stuck and done never exceeds what
 * arrived, whoever asks on whichever node. No money moves here: a provider's word does that, by the
 * inbox. After a crash the request is either not there, and is repeated under its number, or it is,
 * and whoever asks the provider finds it.
 */
public final class RefundRequests {

  private static final int TRIES_MAX = 3;

  private final TransactionTemplate transaction;
  private final OrderRepository repository;

  /** Requests kept in this repository. */
  public RefundRequests(TransactionTemplate transaction, OrderRepository repository) {
    this.transaction = transaction;
    this.repository = repository;
  }

  /**
   * Takes the request, or says why not.
   *
   * @throws TransientDataAccessException if the database is too busy; the same number may be tried
   *     again
   */
  public RefundAnswer request(String orderNo, RefundRequest request) {
    for (int attempt = 1; ; attempt++) {
      try {
        return Objects.requireNonNull(
            transaction.execute(status -> inside(orderNo, request)), "an answer");
      } catch (OrderRepository.StaleBook | TransientDataAccessException e) {
        if (attempt == TRIES_MAX) {
          throw e;
        }
      }
    }
  }

  private RefundAnswer inside(String orderNo, RefundRequest request) {
    Book book = repository.lock(List.of(orderNo)).get(orderNo);
    if (book == null) {
      return new RefundAnswer.Missing("order " + orderNo);
    }
    RefundAnswer answer = decide(book, request);
    if (!(answer instanceof RefundAnswer.Accepted accepted)) {
      return answer;
    }
    Refund refund = accepted.refund();
    if (repository.isRefund(refund.merchant(), refund.refundNo(), refund.tradeScope())) {
      return new RefundAnswer.NumberTaken(refund.refundNo(), null);
    }
    repository.writeIntent(new OrderRepository.Change(book, with(book, refund)));
    repository.askNow(List.of(orderNo));
    return answer;
  }

  /** What the request comes to, by this book. */
  static RefundAnswer decide(Book book, RefundRequest request) {
    Optional<Refund> known =
        book.refunds().stream().filter(it -> it.refundNo().equals(request.refundNo())).findFirst();
    if (known.isPresent()) {
      return repeated(known.get(), request);
    }
    String outTradeNo = request.outTradeNo();
    if (outTradeNo != null && book.attempt(outTradeNo).isEmpty()) {
      return new RefundAnswer.Missing("attempt " + outTradeNo + " of this order");
    }
    List<Receipt> receipts =
        book.receipts().stream()
            .filter(
                it ->
                    outTradeNo == null
                        ? it.state() == Receipt.State.APPLIED
                        : it.outTradeNo().equals(outTradeNo))
            .toList();
    if (receipts.isEmpty()) {
      return new RefundAnswer.Unpaid(outTradeNo == null ? book.order().orderNo() : outTradeNo);
    }
    Money amount = request.amount();
    for (Receipt receipt : receipts) {
      if (receipt.amount().currency().equals(amount.currency())
          && amount.minor() <= book.refundable(receipt)) {
        return new RefundAnswer.Accepted(refund(receipt, request));
      }
    }
    Receipt first = receipts.get(0);
    return new RefundAnswer.Exceeds(
        new Money(Math.max(0, book.refundable(first)), first.amount().currency()));
  }

  private static RefundAnswer repeated(Refund known, RefundRequest request) {
    boolean same =
        known.amount().equals(request.amount())
            && (request.outTradeNo() == null || request.outTradeNo().equals(known.outTradeNo()));
    return same
        ? new RefundAnswer.Known(known)
        : new RefundAnswer.NumberTaken(request.refundNo(), known);
  }

  private static Refund refund(Receipt receipt, RefundRequest request) {
    return new Refund(
        receipt.merchant(),
        request.refundNo(),
        Refund.scope(receipt.merchant(), receipt.tradeNo()),
        receipt.orderNo(),
        receipt.outTradeNo(),
        receipt.tradeNo(),
        request.amount(),
        RefundState.REQUESTED,
        Refund.Origin.HUB,
        null,
        request.reason(),
        request.at(),
        0);
  }

  /** The order shows that a refund is under way, unless the money was never applied to it. */
  private static Book with(Book book, Refund refund) {
    Book added = book.with(refund);
    Receipt receipt = added.receipt(refund.tradeNo()).orElseThrow();
    if (receipt.state() != Receipt.State.APPLIED) {
      return added;
    }
    Order order = added.order();
    return added.with(
        order.in(Transitions.ORDER.after(order.state(), added.refundFact(receipt.tradeNo()))));
  }
}
