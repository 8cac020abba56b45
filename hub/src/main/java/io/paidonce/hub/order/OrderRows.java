package io.paidonce.hub.order;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;

/** Orders, attempts, receipts and refunds to columns and back. */
final class OrderRows {

  private OrderRows() {}

  static Order order(ResultSet row, int n) throws SQLException {
    return new Order(
        row.getString("order_no"),
        row.getString("user_id"),
        row.getString("product"),
        row.getInt("quantity"),
        money(row),
        row.getString("grant_asset"),
        row.getLong("grant_amount"),
        row.getString("grant_period"),
        row.getString("agent_id"),
        OrderState.valueOf(row.getString("state")),
        row.getLong("paid_minor"),
        row.getLong("refunded_minor"),
        row.getLong("unapplied_minor"),
        row.getString("trade_no"),
        instant(row, "paid_at_ms"),
        Instant.ofEpochMilli(row.getLong("created_at_ms")),
        row.getLong("version"));
  }

  static Attempt attempt(ResultSet row, int n) throws SQLException {
    return new Attempt(
        row.getString("out_trade_no"),
        row.getString("order_no"),
        new ChannelName(row.getString("channel")),
        merchant(row),
        money(row),
        AttemptState.valueOf(row.getString("state")),
        Instant.ofEpochMilli(row.getLong("created_at_ms")),
        row.getLong("version"));
  }

  static Receipt receipt(ResultSet row, int n) throws SQLException {
    return new Receipt(
        merchant(row),
        row.getString("trade_no"),
        row.getString("out_trade_no"),
        row.getString("order_no"),
        money(row),
        Receipt.State.valueOf(row.getString("state")),
        row.getLong("refunded_minor"),
        row.getLong("cumulative_minor"),
        Instant.ofEpochMilli(row.getLong("received_at_ms")),
        row.getLong("version"));
  }

  static Refund refund(ResultSet row, int n) throws SQLException {
    return new Refund(
        merchant(row),
        row.getString("refund_no"),
        row.getString("trade_scope"),
        row.getString("order_no"),
        row.getString("out_trade_no"),
        row.getString("trade_no"),
        money(row),
        RefundState.valueOf(row.getString("state")),
        Refund.Origin.valueOf(row.getString("origin")),
        row.getString("provider_refund_no"),
        row.getString("reason"),
        Instant.ofEpochMilli(row.getLong("created_at_ms")),
        row.getLong("version"));
  }

  static MapSqlParameterSource parameters(Order order) {
    return money(order.amount())
        .addValue("orderNo", order.orderNo())
        .addValue("userId", order.userId())
        .addValue("product", order.product())
        .addValue("quantity", order.quantity())
        .addValue("grantAsset", order.grantAsset())
        .addValue("grantAmount", order.grantAmount())
        .addValue("grantPeriod", order.grantPeriod())
        .addValue("agentId", order.agentId())
        .addValue("state", order.state().name())
        .addValue("paidMinor", order.paidMinor())
        .addValue("refundedMinor", order.refundedMinor())
        .addValue("unappliedMinor", order.unappliedMinor())
        .addValue("tradeNo", order.tradeNo())
        .addValue("paidAtMs", millis(order.paidAt()))
        .addValue("createdAtMs", order.createdAt().toEpochMilli())
        .addValue("version", order.version());
  }

  static MapSqlParameterSource parameters(Attempt attempt) {
    return merchant(money(attempt.amount()), attempt.merchant())
        .addValue("outTradeNo", attempt.outTradeNo())
        .addValue("orderNo", attempt.orderNo())
        .addValue("channel", attempt.channel().value())
        .addValue("state", attempt.state().name())
        .addValue("createdAtMs", attempt.createdAt().toEpochMilli())
        .addValue("version", attempt.version());
  }

  static MapSqlParameterSource parameters(Receipt receipt) {
    return merchant(money(receipt.amount()), receipt.merchant())
        .addValue("tradeNo", receipt.tradeNo())
        .addValue("outTradeNo", receipt.outTradeNo())
        .addValue("orderNo", receipt.orderNo())
        .addValue("state", receipt.state().name())
        .addValue("refundedMinor", receipt.refundedMinor())
        .addValue("cumulativeMinor", receipt.cumulativeMinor())
        .addValue("receivedAtMs", receipt.receivedAt().toEpochMilli())
        .addValue("version", receipt.version());
  }

  static MapSqlParameterSource parameters(Refund refund) {
    return merchant(money(refund.amount()), refund.merchant())
        .addValue("refundNo", refund.refundNo())
        .addValue("tradeScope", refund.tradeScope())
        .addValue("orderNo", refund.orderNo())
        .addValue("outTradeNo", refund.outTradeNo())
        .addValue("tradeNo", refund.tradeNo())
        .addValue("state", refund.state().name())
        .addValue("origin", refund.origin().name())
        .addValue("providerRefundNo", refund.providerRefundNo())
        .addValue("reason", refund.reason())
        .addValue("createdAtMs", refund.createdAt().toEpochMilli())
        .addValue("version", refund.version());
  }

  private static MapSqlParameterSource money(Money amount) {
    return new MapSqlParameterSource("amountMinor", amount.minor())
        .addValue("currency", amount.currency());
  }

  private static MapSqlParameterSource merchant(MapSqlParameterSource row, Merchant merchant) {
    return row.addValue("family", merchant.family()).addValue("merchantId", merchant.id());
  }

  private static Money money(ResultSet row) throws SQLException {
    return new Money(row.getLong("amount_minor"), row.getString("currency"));
  }

  private static Merchant merchant(ResultSet row) throws SQLException {
    return new Merchant(row.getString("family"), row.getString("merchant_id"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }

  private static @Nullable Long millis(@Nullable Instant instant) {
    return instant == null ? null : instant.toEpochMilli();
  }
}
