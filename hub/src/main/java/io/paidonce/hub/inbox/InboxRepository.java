package io.paidonce.hub.inbox;

import io.paidonce.hub.model.SqlDialect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

/** The inbox's rows. Callers bring the transaction. */
public final class InboxRepository {

  private static final String INSERT =
      """
      INSERT INTO notification (id, event_key, evidence, facts_hash, event_key_text, channel,
        family, merchant_id, kind, status, provider_status, out_trade_no, trade_no, refund_no,
        provider_refund_no, total_minor, refund_minor, refunded_total_minor, currency, notice_id,
        occurred_at_ms, received_at_ms, outcome, attempts, next_attempt_at_ms, owner, fence)
      VALUES (:id, :eventKey, :evidence, :factsHash, :eventKeyText, :channel,
        :family, :merchantId, :kind, :status, :providerStatus, :outTradeNo, :tradeNo, :refundNo,
        :providerRefundNo, :totalMinor, :refundMinor, :refundedTotalMinor, :currency, :noticeId,
        :occurredAtMs, :receivedAtMs, 'RECEIVED', 0, {now} + :leaseMs, :owner, :fence)
      """;

  private static final String INSERT_BODY =
      """
      INSERT INTO notification_body (notification_id, headers, body, received_at_ms)
      VALUES (:id, :headers, :body, :receivedAtMs)
      """;

  private static final String DUE =
      """
      SELECT id, fence FROM notification
      WHERE next_attempt_at_ms <= {now}
      ORDER BY next_attempt_at_ms
      LIMIT :limit
      """;

  private static final String CLAIM =
      """
      UPDATE notification
      SET owner = :owner, fence = fence + 1, next_attempt_at_ms = {now} + :leaseMs
      WHERE id = :id AND fence = :fence AND next_attempt_at_ms <= {now}
      """;

  private static final String BY_IDS =
      """
      SELECT * FROM notification
      WHERE id IN (:ids)
      ORDER BY id
      """;

  private static final String SETTLE =
      """
      UPDATE notification
      SET outcome = :outcome, reason = :reason, attempts = attempts + 1,
        next_attempt_at_ms = CASE WHEN :retryMs < 0 THEN NULL ELSE {now} + :retryMs END,
        settled_at_ms = {now}, owner = NULL
      WHERE id = :id AND owner = :owner AND fence = :fence
      """;

  private static final String CONTRADICTED =
      """
      SELECT event_key FROM notification
      WHERE event_key IN (:eventKeys)
      GROUP BY event_key
      HAVING COUNT(DISTINCT total_minor) > 1 OR COUNT(DISTINCT refund_minor) > 1
        OR COUNT(DISTINCT refunded_total_minor) > 1 OR COUNT(DISTINCT currency) > 1
      """;

  private static final String WAKE =
      """
      UPDATE notification
      SET next_attempt_at_ms = {now}
      WHERE out_trade_no IN (:outTradeNos) AND outcome = 'PARKED'
        AND next_attempt_at_ms > {now} AND owner IS NULL
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;
  private final String owner;

  /**
   * The inbox as this node sees it.
   *
   * @param owner names this process in claims; another for each start
   */
  public InboxRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect, String owner) {
    this.jdbc = jdbc;
    this.dialect = dialect;
    this.owner = owner;
  }

  /**
   * Inserts each row that is not there yet.
   *
   * @param lease how long the rows are this node's; null leaves them to any sweeper
   * @return one count a row, in order: 1 inserted, 0 known already
   */
  int[] insert(List<Row> rows, @Nullable Duration lease) {
    SqlParameterSource[] parameters =
        rows.stream().map(row -> insertion(row, lease)).toArray(SqlParameterSource[]::new);
    return jdbc.batchUpdate(dialect.insertOrIgnore(sql(INSERT), "id"), parameters);
  }

  /** Keeps the raw bytes of rows that were inserted. */
  void insertBodies(List<Row> rows) {
    SqlParameterSource[] parameters =
        rows.stream()
            .map(
                row ->
                    new MapSqlParameterSource("id", row.id())
                        .addValue("headers", row.delivery().headers())
                        .addValue("body", row.delivery().body())
                        .addValue("receivedAtMs", row.delivery().receivedAt().toEpochMilli()))
            .toArray(SqlParameterSource[]::new);
    jdbc.batchUpdate(INSERT_BODY, parameters);
  }

  /** Claims up to {@code limit} due rows for this node; each row goes to one claimer. */
  public List<Claimed> claimDue(int limit, Duration lease) {
    record Due(String id, long fence) {}
    List<Due> due =
        jdbc.query(
            sql(DUE),
            new MapSqlParameterSource("limit", limit),
            (row, n) -> new Due(row.getString("id"), row.getLong("fence")));
    if (due.isEmpty()) {
      return List.of();
    }
    SqlParameterSource[] claims =
        due.stream()
            .map(
                row ->
                    new MapSqlParameterSource("id", row.id())
                        .addValue("fence", row.fence())
                        .addValue("owner", owner)
                        .addValue("leaseMs", lease.toMillis()))
            .toArray(SqlParameterSource[]::new);
    int[] counts = jdbc.batchUpdate(sql(CLAIM), claims);
    List<String> won = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == 1) {
        won.add(due.get(i).id());
      }
    }
    return won.isEmpty()
        ? List.of()
        : jdbc.query(BY_IDS, new MapSqlParameterSource("ids", won), NotificationRows::claimed);
  }

  /**
   * Writes outcomes, each only if this node still holds the row under the same fence.
   *
   * @return one count a settlement: 1 written, 0 the claim was lost
   */
  public int[] settle(List<Settlement> settlements) {
    SqlParameterSource[] parameters =
        settlements.stream().map(this::settlement).toArray(SqlParameterSource[]::new);
    return jdbc.batchUpdate(sql(SETTLE), parameters);
  }

  /**
   * Of these events, the keys of those that were told with different facts. A figure that one
   * source tells and another leaves out is no difference.
   */
  public List<String> contradicted(Collection<String> eventKeys) {
    HexFormat hex = HexFormat.of();
    return jdbc.query(
        CONTRADICTED,
        new MapSqlParameterSource("eventKeys", eventKeys.stream().map(hex::parseHex).toList()),
        (row, n) -> hex.formatHex(row.getBytes("event_key")));
  }

  /** Makes the parked rows of these numbers due now. */
  public int wakeParked(Collection<String> outTradeNos) {
    return jdbc.update(sql(WAKE), new MapSqlParameterSource("outTradeNos", outTradeNos));
  }

  private SqlParameterSource insertion(Row row, @Nullable Duration lease) {
    return NotificationRows.parameters(row.id(), row.delivery())
        .addValue("leaseMs", lease == null ? 0 : lease.toMillis())
        .addValue("owner", lease == null ? null : owner)
        .addValue("fence", Row.FIRST_FENCE);
  }

  private SqlParameterSource settlement(Settlement settlement) {
    Duration retryIn = settlement.retryIn();
    return new MapSqlParameterSource("id", settlement.notification().id())
        .addValue("outcome", settlement.outcome().name())
        .addValue("reason", NotificationRows.cut(settlement.reason(), 200))
        .addValue("retryMs", retryIn == null ? -1L : retryIn.toMillis())
        .addValue("owner", owner)
        .addValue("fence", settlement.notification().fence());
  }

  private String sql(String template) {
    return template.replace("{now}", dialect.now());
  }

  /** A row about to be inserted. */
  record Row(String id, Delivery delivery) {
    static final long FIRST_FENCE = 1;

    Claimed claimed() {
      return new Claimed(
          id, delivery.key(), delivery.event(), delivery.receivedAt(), 0, FIRST_FENCE);
    }
  }
}
