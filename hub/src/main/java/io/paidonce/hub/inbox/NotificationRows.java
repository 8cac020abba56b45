package io.paidonce.hub.inbox;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;

/** Events to columns and back. */
final class NotificationRows {

  private NotificationRows() {}

  static MapSqlParameterSource parameters(String id, Delivery delivery) {
    Event event = delivery.event();
    Instant occurredAt = event.occurredAt();
    String currency =
        Stream.of(event.total(), event.refund(), event.refundedTotal())
            .filter(Objects::nonNull)
            .map(Money::currency)
            .findFirst()
            .orElse(null);
    return new MapSqlParameterSource("id", id)
        .addValue("eventKey", delivery.key().eventKeyBytes())
        .addValue("evidence", event.evidence().name())
        .addValue("factsHash", delivery.key().factsHashBytes())
        .addValue("eventKeyText", delivery.key().readable())
        .addValue("channel", event.channel().value())
        .addValue("family", event.merchant().family())
        .addValue("merchantId", event.merchant().id())
        .addValue("kind", event.kind().name())
        .addValue("status", event.status().name())
        .addValue("providerStatus", cut(event.providerStatus(), 64))
        .addValue("outTradeNo", event.outTradeNo())
        .addValue("tradeNo", event.tradeNo())
        .addValue("refundNo", event.refundNo())
        .addValue("providerRefundNo", event.providerRefundNo())
        .addValue("totalMinor", minor(event.total()))
        .addValue("refundMinor", minor(event.refund()))
        .addValue("refundedTotalMinor", minor(event.refundedTotal()))
        .addValue("currency", currency)
        .addValue("noticeId", cut(event.noticeId(), 200))
        .addValue("occurredAtMs", occurredAt == null ? null : occurredAt.toEpochMilli())
        .addValue("receivedAtMs", delivery.receivedAt().toEpochMilli());
  }

  static Claimed claimed(ResultSet row, int n) throws SQLException {
    HexFormat hex = HexFormat.of();
    Event event = event(row);
    InboxKey key =
        new InboxKey(
            hex.formatHex(row.getBytes("event_key")),
            event.evidence(),
            hex.formatHex(row.getBytes("facts_hash")),
            row.getString("event_key_text"));
    return new Claimed(
        row.getString("id"),
        key,
        event,
        Instant.ofEpochMilli(row.getLong("received_at_ms")),
        row.getInt("attempts"),
        row.getLong("fence"));
  }

  static Event event(ResultSet row) throws SQLException {
    Long occurredAt = number(row, "occurred_at_ms");
    return new Event(
        new ChannelName(row.getString("channel")),
        new Merchant(row.getString("family"), row.getString("merchant_id")),
        EventKind.valueOf(row.getString("kind")),
        EventStatus.valueOf(row.getString("status")),
        Evidence.valueOf(row.getString("evidence")),
        row.getString("provider_status"),
        row.getString("out_trade_no"),
        row.getString("trade_no"),
        row.getString("refund_no"),
        row.getString("provider_refund_no"),
        money(row, "total_minor"),
        money(row, "refund_minor"),
        money(row, "refunded_total_minor"),
        row.getString("notice_id"),
        occurredAt == null ? null : Instant.ofEpochMilli(occurredAt));
  }

  static @Nullable String cut(@Nullable String text, int lengthMax) {
    return text == null || text.length() <= lengthMax ? text : text.substring(0, lengthMax);
  }

  static @Nullable Long number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  private static @Nullable Long minor(@Nullable Money money) {
    return money == null ? null : money.minor();
  }

  private static @Nullable Money money(ResultSet row, String column) throws SQLException {
    Long minor = number(row, column);
    String currency = row.getString("currency");
    return minor == null || currency == null ? null : new Money(minor, currency);
  }
}
