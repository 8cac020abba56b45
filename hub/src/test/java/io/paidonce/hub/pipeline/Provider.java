package io.paidonce.hub.pipeline;

import io.paidonce.hub.model.EventStatus;
import io.paidonce.reference.Fact;

/** Says facts in the hub's words. */
final class Provider {

  private Provider() {}

  static Telling tell(boolean alipay, Script.Told told) {
    var merchant = alipay ? Telling.ALIPAY : Telling.WECHAT;
    Fact fact = told.fact();
    Telling telling;
    if (fact instanceof Fact.Paid one) {
      telling = Telling.paid(merchant).total(one.amount()).of(one.attempt()).trade(one.trade());
    } else if (fact instanceof Fact.Closed one) {
      telling = Telling.payment(merchant, EventStatus.CLOSED).of(one.attempt()).trade(null);
    } else if (fact instanceof Fact.Started one) {
      telling = Telling.payment(merchant, EventStatus.WAITING).of(one.attempt()).trade(null);
    } else if (fact instanceof Fact.Unclear one) {
      telling = Telling.payment(merchant, EventStatus.UNKNOWN).of(one.attempt()).trade(null);
    } else if (fact instanceof Fact.Refunded one) {
      telling = refund(alipay, one);
    } else {
      telling = inAll((Fact.RefundedInAll) fact);
    }
    return telling.by(told.by());
  }

  private static Telling refund(boolean alipay, Fact.Refunded one) {
    EventStatus status =
        switch (one.progress()) {
          case PROCESSING -> EventStatus.REFUND_PROCESSING;
          case ABNORMAL -> EventStatus.REFUND_ABNORMAL;
          case CLOSED -> EventStatus.REFUND_CLOSED;
          case SUCCEEDED -> EventStatus.REFUND_SUCCESS;
        };
    Telling telling =
        alipay
            ? Telling.refundedInAll(0).numbered(one.number()).only(one.amount())
            : Telling.refund(one.number(), status, one.amount());
    return telling.of(one.attempt()).trade(one.trade());
  }

  private static Telling inAll(Fact.RefundedInAll all) {
    Telling telling = Telling.refundedInAll(all.amount()).of(all.attempt()).trade(all.trade());
    String number = all.number();
    return number == null ? telling : telling.numbered(number);
  }
}
