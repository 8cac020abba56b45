package io.paidonce.hub.provider.alipay;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.ProviderTime;
import io.paidonce.hub.provider.Refusal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a believed form or answer says. A refund is known by its amount, not by the presence of its
 * fields: plain payments carry {@code refund_fee=0.00} and even {@code gmt_close}.
 */
record AlipayEvents(ChannelName channel, Merchant merchant, Evidence evidence) {

  private static final String CURRENCY = "CNY";
  private static final String PAID_BACK = "gmt_refund_pay";

  /** Whether the form speaks of a trade; anything else is a notice. */
  static boolean isTrade(Fields form) {
    return "trade_status_sync".equals(form.text("notify_type"));
  }

  List<Event> of(Fields form) throws NotBelieved {
    return List.of(isTrade(form) ? trade(form) : notice(form));
  }

  /**
   * What the answer to a query says. A trade that is closed and yet was paid is one whose money all
   * went back: the answer has no figure for it, but nothing else closes a paid trade.
   */
  List<Event> answered(Fields answer) throws NotBelieved {
    Event event = trade(answer);
    Money total = event.total();
    if (event.status() != EventStatus.CLOSED || answer.text("send_pay_date") == null) {
      return List.of(event);
    }
    if (total == null) {
      throw new NotBelieved(Refusal.MALFORMED, "paid once, but no total_amount");
    }
    return List.of(
        payment(answer, EventStatus.PAID, event.providerStatus(), total, paidAt(answer)),
        refund(answer, null, null, total, null));
  }

  /** What the answer to a refund says: in {@code refund_fee}, all that was refunded so far. */
  Event refunded(Fields answer, String refundNo, Money refund) throws NotBelieved {
    Money all = amount(answer, "refund_fee");
    if (all == null || all.minor() < refund.minor()) {
      throw new NotBelieved(Refusal.MALFORMED, "refund_fee is less than this refund");
    }
    return refund(answer, refundNo, refund, all, ProviderTime.SPACED.read(answer.text(PAID_BACK)));
  }

  /** What the answer to a query of a refund says: in {@code refund_amount}, this one alone. */
  Event refundState(Fields answer) throws NotBelieved {
    Money alone = amount(answer, "refund_amount");
    if (alone == null || alone.minor() == 0) {
      throw new NotBelieved(Refusal.MALFORMED, "refunded, but no refund_amount");
    }
    return refund(
        answer,
        answer.required("out_request_no"),
        alone,
        null,
        ProviderTime.SPACED.read(answer.text(PAID_BACK)));
  }

  /** The trade was closed on our demand. */
  Event closed(Fields answer) throws NotBelieved {
    return payment(answer, EventStatus.CLOSED, "TRADE_CLOSED", null, null);
  }

  /** What a trade has come to. */
  Event trade(Fields form) throws NotBelieved {
    String status = form.required("trade_status");
    Money refunded = amount(form, "refund_fee");
    if (refunded != null && refunded.minor() > 0) {
      return refund(form, form.text("out_biz_no"), null, refunded, time(form, "gmt_refund"));
    }
    EventStatus ours =
        switch (status) {
          case "TRADE_SUCCESS", "TRADE_FINISHED" -> EventStatus.PAID;
          case "WAIT_BUYER_PAY" -> EventStatus.WAITING;
          // A refund whose amount is not told is no unpaid trade: it has to be asked about.
          case "TRADE_CLOSED" ->
              form.text("gmt_refund") == null ? EventStatus.CLOSED : EventStatus.UNKNOWN;
          default -> EventStatus.UNKNOWN;
        };
    Money total = amount(form, "total_amount");
    if (ours == EventStatus.PAID && total == null) {
      throw new NotBelieved(Refusal.MALFORMED, "paid, but no total_amount");
    }
    return payment(
        form,
        ours,
        status,
        total,
        ours == EventStatus.CLOSED ? time(form, "gmt_close") : paidAt(form));
  }

  private Event payment(
      Fields form,
      EventStatus status,
      String word,
      @Nullable Money total,
      @Nullable Instant occurredAt)
      throws NotBelieved {
    return new Event(
        channel,
        merchant,
        EventKind.PAYMENT,
        status,
        evidence,
        word,
        form.required("out_trade_no"),
        form.text("trade_no"),
        null,
        null,
        total,
        null,
        null,
        null,
        occurredAt);
  }

  /** Notifications and answers name it differently. */
  private static @Nullable Instant paidAt(Fields form) {
    Instant told = ProviderTime.SPACED.read(form.text("send_pay_date"));
    return told != null ? told : time(form, "gmt_payment");
  }

  private Event refund(
      Fields form,
      @Nullable String refundNo,
      @Nullable Money alone,
      @Nullable Money all,
      @Nullable Instant occurredAt)
      throws NotBelieved {
    String word = form.text("trade_status");
    return new Event(
        channel,
        merchant,
        EventKind.REFUND,
        EventStatus.REFUND_SUCCESS,
        evidence,
        word == null ? "REFUND_SUCCESS" : word,
        form.required("out_trade_no"),
        form.text("trade_no"),
        refundNo,
        null,
        amount(form, "total_amount"),
        alone,
        all,
        null,
        occurredAt);
  }

  private Event notice(Fields form) throws NotBelieved {
    String type = form.text("notify_type");
    if (type == null) {
      type = form.text("msg_method");
    }
    if (type == null) {
      type = form.required("method");
    }
    String agreement = type.startsWith("dut_") ? form.text("agreement_no") : null;
    String status = form.text("status");
    return new Event(
        channel,
        merchant,
        EventKind.NOTICE,
        EventStatus.NOTED,
        evidence,
        status == null ? type : status,
        form.text("out_trade_no"),
        form.text("trade_no"),
        null,
        null,
        null,
        null,
        null,
        type + ":" + (agreement == null ? form.required("notify_id") : agreement),
        time(form, "notify_time"));
  }

  static @Nullable Money amount(Fields form, String field) throws NotBelieved {
    String text = form.text(field);
    try {
      return text == null ? null : Money.parse(text, CURRENCY);
    } catch (IllegalArgumentException e) {
      throw new NotBelieved(Refusal.MALFORMED, field + " is not an amount of " + CURRENCY);
    }
  }

  private static @Nullable Instant time(Fields form, String field) {
    Instant own = ProviderTime.SPACED.read(form.text(field));
    return own != null ? own : ProviderTime.SPACED.read(form.text("notify_time"));
  }
}
