package io.paidonce.hub.pipeline;

import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.InboxKey;
import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One fact as a provider would tell it; each method changes one thing and returns the same. */
final class Telling {

  static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  static final Merchant ALIPAY = new Merchant("alipay", "2088000000000001");
  static final Merchant WECHAT = new Merchant("wechatpay", "1900000100");

  private final Merchant merchant;
  private final EventKind kind;
  private EventStatus status;
  private Evidence evidence = Evidence.CALLBACK;
  private ChannelName channel = new ChannelName("shop");
  private @Nullable String outTradeNo = "O1";
  private @Nullable String tradeNo = "T1";
  private @Nullable String refundNo;
  private @Nullable Money total;
  private @Nullable Money refund;
  private @Nullable Money refundedTotal;
  private @Nullable String noticeId;
  private @Nullable Instant occurredAt = NOW.minusSeconds(2);
  private Instant receivedAt = NOW;
  private int attempts;

  private Telling(Merchant merchant, EventKind kind, EventStatus status) {
    this.merchant = merchant;
    this.kind = kind;
    this.status = status;
  }

  static Telling paid(Merchant merchant) {
    return payment(merchant, EventStatus.PAID).total(1000);
  }

  static Telling payment(Merchant merchant, EventStatus status) {
    return new Telling(merchant, EventKind.PAYMENT, status);
  }

  /** A refund with a number and an amount of its own. */
  static Telling refund(String refundNo, EventStatus status, long minor) {
    Telling telling = new Telling(WECHAT, EventKind.REFUND, status);
    telling.refundNo = refundNo;
    telling.refund = cny(minor);
    return telling;
  }

  static Telling refunded(String refundNo, long minor) {
    return refund(refundNo, EventStatus.REFUND_SUCCESS, minor);
  }

  /** An Alipay refund: what is refunded of the trade so far. */
  static Telling refundedInAll(long minor) {
    Telling telling = new Telling(ALIPAY, EventKind.REFUND, EventStatus.REFUND_SUCCESS);
    telling.refundedTotal = cny(minor);
    return telling;
  }

  static Telling notice(String id) {
    Telling telling = new Telling(ALIPAY, EventKind.NOTICE, EventStatus.NOTED);
    telling.noticeId = id;
    telling.outTradeNo = null;
    telling.tradeNo = null;
    return telling;
  }

  Telling of(String number) {
    outTradeNo = number;
    return this;
  }

  Telling trade(@Nullable String number) {
    tradeNo = number;
    return this;
  }

  Telling total(long minor) {
    return total(cny(minor));
  }

  Telling total(@Nullable Money money) {
    total = money;
    return this;
  }

  Telling numbered(String number) {
    refundNo = number;
    return this;
  }

  Telling amount(@Nullable Money money) {
    refund = money;
    return this;
  }

  /** With an amount of its own, and without what is refunded in all. */
  Telling only(long minor) {
    refund = cny(minor);
    refundedTotal = null;
    return this;
  }

  Telling inAll(long minor) {
    refundedTotal = cny(minor);
    return this;
  }

  Telling by(Evidence source) {
    evidence = source;
    return this;
  }

  Telling through(String name) {
    channel = new ChannelName(name);
    return this;
  }

  Telling occurredAt(@Nullable Instant instant) {
    occurredAt = instant;
    return this;
  }

  Telling receivedAt(Instant instant) {
    receivedAt = instant;
    return this;
  }

  Telling triedBefore(int times) {
    attempts = times;
    return this;
  }

  Event event() {
    return new Event(
        channel,
        merchant,
        kind,
        status,
        evidence,
        "WORD_OF_" + status,
        outTradeNo,
        tradeNo,
        refundNo,
        null,
        total,
        refund,
        refundedTotal,
        noticeId,
        occurredAt);
  }

  Claimed claimed() {
    Event event = event();
    return new Claimed(
        UUID.randomUUID().toString(), InboxKey.of(event), event, receivedAt, attempts, 1);
  }

  static Money cny(long minor) {
    return new Money(minor, "CNY");
  }
}
