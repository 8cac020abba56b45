package io.paidonce.hub.order;

import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.SqlDialect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

/** The rows of orders and of what hangs on them. Callers bring the transaction. */
public final class OrderRepository {

  private static final String ATTEMPTS_BY_NUMBER =
      """
      SELECT * FROM attempt
      WHERE out_trade_no IN (:numbers)
      """;

  private static final String ORDERS =
      """
      SELECT * FROM orders
      WHERE order_no IN (:orderNos)
      ORDER BY order_no
      """;

  private static final String ATTEMPTS =
      """
      SELECT * FROM attempt
      WHERE order_no IN (:orderNos)
      ORDER BY order_no, created_at_ms, out_trade_no
      """;

  private static final String RECEIPTS =
      """
      SELECT * FROM receipt
      WHERE order_no IN (:orderNos)
      ORDER BY order_no, received_at_ms, trade_no
      """;

  private static final String REFUNDS =
      """
      SELECT * FROM refund
      WHERE order_no IN (:orderNos)
      ORDER BY order_no, created_at_ms, refund_no
      """;

  private static final String UPDATE_ORDER =
      """
      UPDATE orders
      SET state = :state, paid_minor = :paidMinor, refunded_minor = :refundedMinor,
        unapplied_minor = :unappliedMinor, trade_no = :tradeNo, paid_at_ms = :paidAtMs,
        version = version + 1
      WHERE order_no = :orderNo AND version = :version
      """;

  private static final String UPDATE_ATTEMPT =
      """
      UPDATE attempt
      SET state = :state, version = version + 1
      WHERE out_trade_no = :outTradeNo AND version = :version
      """;

  private static final String UPDATE_RECEIPT =
      """
      UPDATE receipt
      SET state = :state, refunded_minor = :refundedMinor, cumulative_minor = :cumulativeMinor,
        version = version + 1
      WHERE family = :family AND merchant_id = :merchantId AND trade_no = :tradeNo
        AND version = :version
      """;

  private static final String UPDATE_REFUND =
      """
      UPDATE refund
      SET state = :state, amount_minor = :amountMinor, provider_refund_no = :providerRefundNo,
        version = version + 1
      WHERE family = :family AND merchant_id = :merchantId AND refund_no = :refundNo
        AND trade_scope = :tradeScope AND version = :version
      """;

  private static final String INSERT_RECEIPT =
      """
      INSERT INTO receipt (family, merchant_id, trade_no, out_trade_no, order_no, amount_minor,
        currency, state, refunded_minor, cumulative_minor, received_at_ms, version)
      VALUES (:family, :merchantId, :tradeNo, :outTradeNo, :orderNo, :amountMinor,
        :currency, :state, :refundedMinor, :cumulativeMinor, :receivedAtMs, :version)
      """;

  private static final String INSERT_REFUND =
      """
      INSERT INTO refund (family, merchant_id, refund_no, trade_scope, order_no, out_trade_no,
        trade_no, amount_minor, currency, state, origin, provider_refund_no, reason,
        created_at_ms, version)
      VALUES (:family, :merchantId, :refundNo, :tradeScope, :orderNo, :outTradeNo,
        :tradeNo, :amountMinor, :currency, :state, :origin, :providerRefundNo, :reason,
        :createdAtMs, :version)
      """;

  private static final String REFUND_BY_NUMBER =
      """
      SELECT COUNT(*) FROM refund
      WHERE family = :family AND merchant_id = :merchantId AND refund_no = :refundNo
        AND trade_scope = :tradeScope
      """;

  private static final String ASK_NOW =
      """
      UPDATE orders
      SET next_ask_at_ms = {now}
      WHERE order_no = :orderNo
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;

  /** Rows in this database. */
  public OrderRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect) {
    this.jdbc = jdbc;
    this.dialect = dialect;
  }

  /** The attempts of these numbers, by number; no lock. */
  public Map<String, Attempt> attempts(Collection<String> outTradeNos) {
    if (outTradeNos.isEmpty()) {
      return Map.of();
    }
    return jdbc
        .query(
            ATTEMPTS_BY_NUMBER,
            new MapSqlParameterSource("numbers", outTradeNos),
            OrderRows::attempt)
        .stream()
        .collect(Collectors.toMap(Attempt::outTradeNo, Function.identity()));
  }

  /** These orders' books, locked in the order orders, attempts, receipts, refunds. */
  public Map<String, Book> lock(Collection<String> orderNos) {
    return books(orderNos, " FOR UPDATE");
  }

  /** One order's book, not locked. */
  public Optional<Book> find(String orderNo) {
    return Optional.ofNullable(books(List.of(orderNo), "").get(orderNo));
  }

  /** Whether the number is in use for a refund, of whatever order. */
  boolean isRefund(Merchant merchant, String refundNo, String tradeScope) {
    Integer count =
        jdbc.queryForObject(
            REFUND_BY_NUMBER,
            new MapSqlParameterSource("family", merchant.family())
                .addValue("merchantId", merchant.id())
                .addValue("refundNo", refundNo)
                .addValue("tradeScope", tradeScope),
            Integer.class);
    return count != null && count > 0;
  }

  private Map<String, Book> books(Collection<String> orderNos, String suffix) {
    if (orderNos.isEmpty()) {
      return Map.of();
    }
    SqlParameterSource numbers = new MapSqlParameterSource("orderNos", new TreeSet<>(orderNos));
    List<Order> orders = jdbc.query(ORDERS + suffix, numbers, OrderRows::order);
    Map<String, List<Attempt>> attempts =
        jdbc.query(ATTEMPTS + suffix, numbers, OrderRows::attempt).stream()
            .collect(Collectors.groupingBy(Attempt::orderNo));
    Map<String, List<Receipt>> receipts =
        jdbc.query(RECEIPTS + suffix, numbers, OrderRows::receipt).stream()
            .collect(Collectors.groupingBy(Receipt::orderNo));
    Map<String, List<Refund>> refunds =
        jdbc.query(REFUNDS + suffix, numbers, OrderRows::refund).stream()
            .collect(Collectors.groupingBy(Refund::orderNo));
    Map<String, Book> books = new HashMap<>();
    for (Order order : orders) {
      String no = order.orderNo();
      books.put(
          no,
          new Book(
              order,
              attempts.getOrDefault(no, List.of()),
              receipts.getOrDefault(no, List.of()),
              refunds.getOrDefault(no, List.of())));
    }
    return books;
  }

  /** One change of a book. */
  public record Change(Book before, Book after) {}

  /**
   * Writes what changed, each row only if it is as it was read.
   *
   * @throws StaleBook if a row was not; the transaction must roll back
   */
  public void write(List<Change> changes) {
    List<SqlParameterSource> orders = new ArrayList<>();
    List<SqlParameterSource> attempts = new ArrayList<>();
    List<SqlParameterSource> receipts = new ArrayList<>();
    List<SqlParameterSource> newReceipts = new ArrayList<>();
    List<SqlParameterSource> refunds = new ArrayList<>();
    List<SqlParameterSource> newRefunds = new ArrayList<>();
    for (Change change : changes) {
      Book before = change.before();
      Book after = change.after();
      if (!after.order().equals(before.order())) {
        orders.add(OrderRows.parameters(after.order()));
      }
      after.attempts().stream()
          .filter(a -> !before.attempts().contains(a))
          .forEach(a -> attempts.add(OrderRows.parameters(a)));
      for (Receipt receipt : after.receipts()) {
        if (!before.receipts().contains(receipt)) {
          boolean known = before.receipt(receipt.tradeNo()).isPresent();
          (known ? receipts : newReceipts).add(OrderRows.parameters(receipt));
        }
      }
      for (Refund refund : after.refunds()) {
        if (!before.refunds().contains(refund)) {
          boolean known = before.refund(refund.refundNo(), refund.tradeScope()).isPresent();
          (known ? refunds : newRefunds).add(OrderRows.parameters(refund));
        }
      }
    }
    each(UPDATE_ORDER, orders, "order");
    each(UPDATE_ATTEMPT, attempts, "attempt");
    each(UPDATE_RECEIPT, receipts, "receipt");
    each(UPDATE_REFUND, refunds, "refund");
    each(dialect.insertOrIgnore(INSERT_RECEIPT, "trade_no"), newReceipts, "receipt");
    each(dialect.insertOrIgnore(INSERT_REFUND, "refund_no"), newRefunds, "refund");
  }

  /**
   * Writes an intent: a refund to be asked for, and the state of its order. Money is not moved.
   *
   * @throws StaleBook if a row was not as it was read; the transaction must roll back
   */
  void writeIntent(Change change) {
    Order after = change.after().order();
    Order before = change.before().order();
    if (!after.equals(before.in(after.state()))
        || !change.after().receipts().equals(change.before().receipts())) {
      throw new IllegalArgumentException("an intent moves no money");
    }
    write(List.of(change));
  }

  /** Makes this order the next to be asked about. */
  public void askNow(Collection<String> orderNos) {
    if (!orderNos.isEmpty()) {
      jdbc.batchUpdate(
          ASK_NOW.replace("{now}", dialect.now()),
          orderNos.stream()
              .sorted()
              .map(no -> new MapSqlParameterSource("orderNo", no))
              .toArray(SqlParameterSource[]::new));
    }
  }

  private void each(String sql, List<SqlParameterSource> rows, String what) {
    if (rows.isEmpty()) {
      return;
    }
    for (int count : jdbc.batchUpdate(sql, rows.toArray(SqlParameterSource[]::new))) {
      if (count != 1) {
        throw new StaleBook(what);
      }
    }
  }

  /** A row was changed by somebody else between read and write. */
  public static final class StaleBook extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StaleBook(String what) {
      super("the " + what + " changed between read and write; the batch is rolled back");
    }
  }
}
