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
 * What a believed form says. A refund is known by its amount, not by the presence of its fields:
 * plain payments carry {@code refund_fee=0.00} and even {@code gmt_close}.
 */
record AlipayEvents(ChannelName channel, Merchant merchant) {

  private static final String CURRENCY = "CNY";

  /** Whether the form speaks of a trade; anything else is a notice. */
  static boolean isTrade(Form form) {
    return "trade_status_sync".equals(form.text("notify_type"));
  }

  List<Event> of(Form form) throws NotBelieved {
    return List.of(isTrade(form) ? trade(form) : notice(form));
  }

  private Event trade(Form form) throws NotBelieved {
    String status = form.required("trade_status");
    Money refunded = amount(form, "refund_fee");
    if (refunded != null && refunded.minor() > 0) {
      return refund(form, status, refunded);
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
    return new Event(
        channel,
        merchant,
        EventKind.PAYMENT,
        ours,
        Evidence.CALLBACK,
        status,
        form.required("out_trade_no"),
        form.text("trade_no"),
        null,
        null,
        total,
        null,
        null,
        null,
        time(form, ours == EventStatus.CLOSED ? "gmt_close" : "gmt_payment"));
  }

  private Event refund(Form form, String status, Money refunded) throws NotBelieved {
    return new Event(
        channel,
        merchant,
        EventKind.REFUND,
        EventStatus.REFUND_SUCCESS,
        Evidence.CALLBACK,
        status,
        form.required("out_trade_no"),
        form.text("trade_no"),
        form.text("out_biz_no"),
        null,
        amount(form, "total_amount"),
        null,
        refunded,
        null,
        time(form, "gmt_refund"));
  }

  private Event notice(Form form) throws NotBelieved {
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
        Evidence.CALLBACK,
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

  private static @Nullable Money amount(Form form, String field) throws NotBelieved {
    String text = form.text(field);
    try {
      return text == null ? null : Money.parse(text, CURRENCY);
    } catch (IllegalArgumentException e) {
      throw new NotBelieved(Refusal.MALFORMED, field + " is not an amount of " + CURRENCY);
    }
  }

  private static @Nullable Instant time(Form form, String field) {
    Instant own = ProviderTime.SPACED.read(form.text(field));
    return own != null ? own : ProviderTime.SPACED.read(form.text("notify_time"));
  }
}
