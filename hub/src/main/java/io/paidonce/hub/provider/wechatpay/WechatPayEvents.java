package io.paidonce.hub.provider.wechatpay;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.Json;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.ProviderTime;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.wechatpayv2.WechatMerchant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a believed and opened notification, or a believed answer, says; unknown fields and states
 * are no obstacle.
 */
record WechatPayEvents(ChannelName channel, WechatMerchant merchant, Evidence evidence) {

  List<Event> of(JsonNode envelope, JsonNode resource) throws NotBelieved {
    String type = Json.required(envelope, "event_type");
    if (type.startsWith("TRANSACTION.") && resource.has("combine_out_trade_no")) {
      return combined(resource);
    }
    requireOurs(resource, type.startsWith("TRANSACTION.") || type.startsWith("REFUND."));
    if (type.startsWith("TRANSACTION.") && Json.text(resource, "trade_state") != null) {
      return List.of(payment(resource, "total"));
    }
    if (type.startsWith("REFUND.")) {
      return List.of(refund(resource, "refund_status"));
    }
    return List.of(notice(envelope, type));
  }

  /** A merchant of its own is told by mchid; a service provider by sp_mchid and sub_mchid. */
  private void requireOurs(JsonNode resource, boolean mustTell) throws NotBelieved {
    String direct = Json.text(resource, "mchid");
    String provider = Json.text(resource, "sp_mchid");
    if (direct != null || (mustTell && provider == null)) {
      merchant.requireMerchant("mchid", direct);
    }
    if (provider != null) {
      merchant.requireMerchant("sp_mchid", provider);
    }
    merchant.requireSubMerchantIfTold("sub_mchid", Json.text(resource, "sub_mchid"));
    merchant.requireAppIfTold("appid", Json.text(resource, "appid"));
    merchant.requireAppIfTold("sp_appid", Json.text(resource, "sp_appid"));
  }

  private List<Event> combined(JsonNode resource) throws NotBelieved {
    merchant.requireMerchant("combine_mchid", Json.text(resource, "combine_mchid"));
    merchant.requireAppIfTold("combine_appid", Json.text(resource, "combine_appid"));
    List<Event> events = new ArrayList<>();
    for (JsonNode order : resource.path("sub_orders")) {
      String owner = Json.text(order, "mchid");
      if (merchant.merchantId().equals(owner)
          || (owner != null && merchant.subMerchants().contains(owner))) {
        events.add(payment(order, "total_amount"));
      }
    }
    if (events.isEmpty()) {
      throw new NotBelieved(Refusal.IDENTITY, "no sub order is this channel's");
    }
    return events;
  }

  private Event payment(JsonNode trade, String totalName) throws NotBelieved {
    String state = Json.required(trade, "trade_state");
    EventStatus status = status(state);
    Money total = amount(trade, totalName);
    if (status == EventStatus.PAID && total == null) {
      throw new NotBelieved(Refusal.MALFORMED, "paid, but no amount." + totalName);
    }
    return payment(
        status,
        state,
        Json.required(trade, "out_trade_no"),
        Json.text(trade, "transaction_id"),
        total,
        ProviderTime.RFC3339.read(Json.text(trade, "success_time")));
  }

  private Event payment(
      EventStatus status,
      String word,
      String outTradeNo,
      @Nullable String tradeNo,
      @Nullable Money total,
      @Nullable Instant occurredAt) {
    return new Event(
        channel,
        merchant.merchant(),
        EventKind.PAYMENT,
        status,
        evidence,
        word,
        outTradeNo,
        tradeNo,
        null,
        null,
        total,
        null,
        null,
        null,
        occurredAt);
  }

  /** REFUND says that a refund was once asked for, which only a paid trade can be. */
  private static EventStatus status(String tradeState) {
    return switch (tradeState) {
      case "SUCCESS", "REFUND" -> EventStatus.PAID;
      case "CLOSED", "REVOKED", "PAYERROR" -> EventStatus.CLOSED;
      case "NOTPAY", "USERPAYING", "ACCEPT" -> EventStatus.WAITING;
      default -> EventStatus.UNKNOWN;
    };
  }

  /** What the answer to a query says; it is a resource without an envelope, and not encrypted. */
  Event queried(JsonNode trade) throws NotBelieved {
    requireOurs(trade, true);
    return payment(trade, "total");
  }

  /** The trade was closed on our demand; the answer to that is empty. */
  Event closed(String outTradeNo) {
    return payment(EventStatus.CLOSED, "CLOSED", outTradeNo, null, null, null);
  }

  /**
   * A refund as told by a notification or an answer.
   *
   * @param statusName notifications and answers name it differently
   */
  Event refund(JsonNode refund, String statusName) throws NotBelieved {
    String word = Json.required(refund, statusName);
    EventStatus status =
        switch (word) {
          case "SUCCESS" -> EventStatus.REFUND_SUCCESS;
          case "CLOSED" -> EventStatus.REFUND_CLOSED;
          case "ABNORMAL" -> EventStatus.REFUND_ABNORMAL;
          case "PROCESSING" -> EventStatus.REFUND_PROCESSING;
          default -> EventStatus.UNKNOWN;
        };
    Money amount = amount(refund, "refund");
    if (amount == null) {
      throw new NotBelieved(Refusal.MALFORMED, "a refund, but no amount.refund");
    }
    return new Event(
        channel,
        merchant.merchant(),
        EventKind.REFUND,
        status,
        evidence,
        word,
        Json.required(refund, "out_trade_no"),
        Json.text(refund, "transaction_id"),
        Json.required(refund, "out_refund_no"),
        Json.text(refund, "refund_id"),
        amount(refund, "total"),
        amount,
        null,
        null,
        ProviderTime.RFC3339.read(Json.text(refund, "success_time")));
  }

  private Event notice(JsonNode envelope, String type) throws NotBelieved {
    return new Event(
        channel,
        merchant.merchant(),
        EventKind.NOTICE,
        EventStatus.NOTED,
        evidence,
        type,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        type + ":" + Json.required(envelope, "id"),
        ProviderTime.RFC3339.read(Json.text(envelope, "create_time")));
  }

  private static @Nullable Money amount(JsonNode trade, String name) throws NotBelieved {
    JsonNode amount = trade.get("amount");
    if (amount == null || !amount.isObject()) {
      return null;
    }
    Long minor = Json.whole(amount, name);
    String currency = Json.text(amount, "currency");
    try {
      return minor == null ? null : new Money(minor, currency == null ? "CNY" : currency);
    } catch (IllegalArgumentException e) {
      throw new NotBelieved(Refusal.MALFORMED, "amount.currency is no currency");
    }
  }
}
