package io.paidonce.hub.pipeline;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.order.Attempt;
import io.paidonce.hub.order.AttemptState;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.Order;
import io.paidonce.hub.order.OrderState;
import io.paidonce.hub.order.Refund;
import io.paidonce.hub.order.RefundState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Books of the order O1 as they are before anything happened: 10.00 CNY for 1000 tokens. */
final class Orderly {

  private Orderly() {}

  static Book paying(Merchant merchant) {
    return paying(merchant, "token", 1000, null);
  }

  /** An order of what the product does not grant. */
  static Book plain(Merchant merchant) {
    return paying(merchant, null, 0, null);
  }

  static Book subscription(Merchant merchant) {
    return paying(merchant, "pro", 1, "P1M");
  }

  static Book paying(
      Merchant merchant, @Nullable String asset, long granted, @Nullable String period) {
    Order order =
        new Order(
            "O1",
            "u1",
            "product",
            1,
            Telling.cny(1000),
            asset,
            granted,
            period,
            null,
            OrderState.PAYING,
            0,
            0,
            0,
            null,
            null,
            Telling.NOW.minusSeconds(60),
            0);
    return new Book(order, List.of(attempt(merchant, "O1")), List.of(), List.of());
  }

  /** The same book with one more attempt. */
  static Book withAttempt(Book book, String outTradeNo) {
    List<Attempt> attempts = new ArrayList<>(book.attempts());
    attempts.add(attempt(book.attempts().get(0).merchant(), outTradeNo));
    return new Book(book.order(), attempts, book.receipts(), book.refunds());
  }

  /** The same book with a refund of trade T1 that we asked for. */
  static Book withRequest(Book book, String refundNo, long minor) {
    Merchant merchant = book.attempts().get(0).merchant();
    return book.with(
        new Refund(
            merchant,
            refundNo,
            Refund.scope(merchant, "T1"),
            "O1",
            "O1",
            "T1",
            Telling.cny(minor),
            RefundState.REQUESTED,
            Refund.Origin.HUB,
            null,
            "asked for",
            Telling.NOW,
            0));
  }

  /** The same book under another number, for a user of its own. */
  static Book renumbered(Book book, String orderNo) {
    Order o = book.order();
    Order order =
        new Order(
            orderNo,
            "user-" + orderNo,
            o.product(),
            o.quantity(),
            o.amount(),
            o.grantAsset(),
            o.grantAmount(),
            o.grantPeriod(),
            o.agentId(),
            o.state(),
            0,
            0,
            0,
            null,
            null,
            o.createdAt(),
            0);
    List<Attempt> attempts =
        book.attempts().stream()
            .map(
                a ->
                    new Attempt(
                        orderNo + a.outTradeNo().substring(o.orderNo().length()),
                        orderNo,
                        a.channel(),
                        a.merchant(),
                        a.amount(),
                        a.state(),
                        a.createdAt(),
                        0))
            .toList();
    return new Book(order, attempts, List.of(), List.of());
  }

  private static Attempt attempt(Merchant merchant, String outTradeNo) {
    return new Attempt(
        outTradeNo,
        "O1",
        new ChannelName("shop"),
        merchant,
        Telling.cny(1000),
        AttemptState.PAYING,
        Telling.NOW.minusSeconds(60),
        0);
  }
}
