package io.paidonce.hub.pipeline;

import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.order.Book;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Facts about one order that can all be true together, drawn by chance; and what they say, noted
 * down while they are drawn.
 *
 * @param tellings each fact as a provider tells it, possibly by several sources
 * @param trades what was paid, each with its refunds
 * @param closed numbers of the attempts that were told as closed
 * @param attempts how many attempts the order has
 * @param contradictions a payment of a wrong amount is among them
 */
record Facts(
    Book start,
    List<Supplier<Telling>> tellings,
    List<Trade> trades,
    List<String> closed,
    int attempts,
    boolean contradictions) {

  /**
   * One trade.
   *
   * @param named sum of its successful refunds that have an amount of their own
   * @param cumulative highest figure told for the whole trade
   * @param open a refund of it was begun and not ended
   */
  record Trade(String tradeNo, long named, long cumulative, boolean open) {
    long refunded() {
      return Math.max(named, cumulative);
    }
  }

  static Facts draw(Random random, int sizeMax) {
    return new Drawing(random).draw(sizeMax);
  }

  /** The drawing of one set. */
  private static final class Drawing {
    private final Random random;
    private final boolean alipay;
    private final Merchant merchant;
    private final List<Supplier<Telling>> tellings = new ArrayList<>();
    private final List<Trade> trades = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private Book start;
    private boolean contradictions;

    Drawing(Random random) {
      this.random = random;
      this.alipay = random.nextBoolean();
      this.merchant = alipay ? Telling.ALIPAY : Telling.WECHAT;
      this.start = Orderly.paying(merchant, "token", 1 + random.nextInt(1500), null);
    }

    Facts draw(int sizeMax) {
      int attempts = 1 + random.nextInt(2);
      if (attempts == 2) {
        start = Orderly.withAttempt(start, "O2");
      }
      if (random.nextInt(10) > 0) {
        trade("T1", "O1");
      }
      if (random.nextInt(3) == 0) {
        trade("T2", attempts == 2 ? "O2" : "O1");
      }
      for (int i = 1; i <= attempts; i++) {
        String number = "O" + i;
        if (random.nextInt(2) == 0) {
          closed.add(number);
          tellings.add(() -> Telling.payment(merchant, EventStatus.CLOSED).of(number).trade(null));
        }
      }
      noise();
      if (tellings.size() > sizeMax || tellings.isEmpty()) {
        return new Drawing(random).draw(sizeMax);
      }
      return new Facts(start, tellings, trades, closed, attempts, contradictions);
    }

    private void noise() {
      if (random.nextInt(3) == 0) {
        tellings.add(() -> Telling.payment(merchant, EventStatus.WAITING));
      }
      if (random.nextInt(4) == 0) {
        tellings.add(() -> Telling.payment(merchant, EventStatus.UNKNOWN));
      }
      if (random.nextInt(4) == 0) {
        contradictions = true;
        String tradeNo = random.nextBoolean() ? "T1" : "T9";
        tellings.add(() -> Telling.paid(merchant).trade(tradeNo).total(1));
      }
    }

    private void trade(String tradeNo, String outTradeNo) {
      tellings.add(() -> Telling.paid(merchant).trade(tradeNo).of(outTradeNo));
      if (random.nextInt(3) == 0) {
        tellings.add(() -> Telling.paid(merchant).trade(tradeNo).of(outTradeNo).by(Evidence.QUERY));
      }
      if (random.nextInt(3) > 0) {
        trades.add(
            alipay ? alipayRefunds(tradeNo, outTradeNo) : wechatRefunds(tradeNo, outTradeNo));
      } else {
        trades.add(new Trade(tradeNo, 0, 0, false));
      }
    }

    /** Cumulative figures; a query may name one of the refunds behind them. */
    private Trade alipayRefunds(String tradeNo, String outTradeNo) {
      long all = 0;
      long named = 0;
      long highest = 0;
      for (long part : parts()) {
        all += part;
        long inAll = all;
        String refundNo = "R" + tradeNo + inAll;
        boolean numbered = random.nextBoolean();
        if (random.nextInt(4) > 0) {
          highest = inAll;
          tellings.add(
              () -> {
                Telling told = Telling.refundedInAll(inAll).trade(tradeNo).of(outTradeNo);
                return numbered ? told.numbered(refundNo) : told;
              });
        }
        if (random.nextInt(2) == 0) {
          named += part;
          tellings.add(
              () ->
                  Telling.refundedInAll(inAll)
                      .trade(tradeNo)
                      .of(outTradeNo)
                      .numbered(refundNo)
                      .only(part)
                      .by(Evidence.QUERY));
        }
      }
      return new Trade(tradeNo, named, highest, false);
    }

    /** Refunds with amounts of their own, in several states and of several sources. */
    private Trade wechatRefunds(String tradeNo, String outTradeNo) {
      long named = 0;
      boolean open = false;
      int n = 0;
      for (long part : parts()) {
        String refundNo = "R" + tradeNo + n++;
        boolean asked = tradeNo.equals("T1") && random.nextInt(4) == 0;
        if (asked) {
          start = Orderly.withRequest(start, refundNo, part);
        }
        EventStatus last = lastStatus(asked);
        boolean unsigned = random.nextInt(3) == 0;
        if (unsigned) {
          tell(tradeNo, outTradeNo, refundNo, last, part, Evidence.UNSIGNED_CALLBACK);
        }
        if (random.nextInt(3) == 0) {
          tell(tradeNo, outTradeNo, refundNo, EventStatus.REFUND_PROCESSING, part, source());
        }
        if (random.nextInt(3) == 0 && last != EventStatus.REFUND_PROCESSING) {
          tell(tradeNo, outTradeNo, refundNo, EventStatus.REFUND_ABNORMAL, part, source());
        }
        tell(tradeNo, outTradeNo, refundNo, last, part, source());
        named += last == EventStatus.REFUND_SUCCESS ? part : 0;
        open |= last == EventStatus.REFUND_PROCESSING;
      }
      return new Trade(tradeNo, named, 0, open);
    }

    private EventStatus lastStatus(boolean asked) {
      return switch (random.nextInt(asked ? 2 : 6)) {
        case 0 -> EventStatus.REFUND_CLOSED;
        case 5 -> EventStatus.REFUND_PROCESSING;
        default -> EventStatus.REFUND_SUCCESS;
      };
    }

    private void tell(
        String tradeNo,
        String number,
        String refundNo,
        EventStatus status,
        long part,
        Evidence by) {
      tellings.add(() -> Telling.refund(refundNo, status, part).trade(tradeNo).of(number).by(by));
    }

    private Evidence source() {
      return random.nextBoolean() ? Evidence.CALLBACK : Evidence.QUERY;
    }

    /** One to three parts of the amount, sometimes all of it. */
    private List<Long> parts() {
      List<Long> parts = new ArrayList<>();
      long left = 1000;
      for (int i = random.nextInt(3); i >= 0 && left > 0; i--) {
        long part = random.nextInt(3) == 0 ? left : 1 + random.nextLong(left);
        parts.add(part);
        left -= part;
      }
      return parts;
    }
  }
}
