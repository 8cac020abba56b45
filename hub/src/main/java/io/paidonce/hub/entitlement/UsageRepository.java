package io.paidonce.hub.entitlement;

import io.paidonce.hub.model.SqlDialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

/** The usages that were deducted, one row each. Callers bring the transaction. */
public final class UsageRepository {

  private static final String FIND =
      """
      SELECT request_id, user_id, asset, amount, model, batch FROM usage_record
      WHERE request_id IN (:requestIds)
      """;

  private static final String INSERT =
      """
      INSERT INTO usage_record (request_id, user_id, asset, amount, model, batch, created_at_ms)
      VALUES (:requestId, :userId, :asset, :amount, :model, :batch, {now})
      """;

  private static final String OF_BATCH =
      """
      SELECT * FROM usage_record
      WHERE batch = :batch AND request_id > :after
      ORDER BY request_id
      LIMIT :limit
      """;

  private static final String BETWEEN =
      """
      SELECT * FROM usage_record
      WHERE created_at_ms >= :atMs AND created_at_ms < :toMs
        AND (created_at_ms > :atMs OR request_id > :after)
      ORDER BY created_at_ms, request_id
      LIMIT :limit
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;

  /** Rows in this database. */
  public UsageRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect) {
    this.jdbc = jdbc;
    this.dialect = dialect;
  }

  /** A usage, and when it was deducted. */
  record Recorded(Usage usage, long atMs) {
    String requestId() {
      return usage.requestId();
    }
  }

  /** Of a batch, by request id, those after this one. */
  List<Recorded> ofBatch(String batch, String after, int limit) {
    return jdbc.query(
        OF_BATCH,
        new MapSqlParameterSource("batch", batch).addValue("after", after).addValue("limit", limit),
        UsageRepository::recorded);
  }

  /** Deducted at this instant by a request id after this one, or later, and before the end. */
  List<Recorded> between(long atMs, String after, long toMs, int limit) {
    return jdbc.query(
        BETWEEN,
        new MapSqlParameterSource("atMs", atMs)
            .addValue("after", after)
            .addValue("toMs", toMs)
            .addValue("limit", limit),
        UsageRepository::recorded);
  }

  /** The deducted usages among these, by request id; at most some hundreds are asked for. */
  Map<String, Usage> find(Collection<String> requestIds) {
    if (requestIds.isEmpty()) {
      return Map.of();
    }
    return jdbc
        .query(
            FIND,
            new MapSqlParameterSource("requestIds", new TreeSet<>(requestIds)),
            UsageRepository::usage)
        .stream()
        .collect(Collectors.toMap(Usage::requestId, Function.identity()));
  }

  /**
   * Adds these, whose entries the caller has just posted.
   *
   * @throws IllegalStateException if one is there without entries; the transaction must roll back
   */
  void insert(List<Usage> usages) {
    String sql = dialect.insertOrIgnore(INSERT.replace("{now}", dialect.now()), "request_id");
    SqlParameterSource[] rows =
        usages.stream().map(UsageRepository::parameters).toArray(SqlParameterSource[]::new);
    for (int count : jdbc.batchUpdate(sql, rows)) {
      if (count != 1) {
        throw new IllegalStateException("a usage is recorded whose entries were missing");
      }
    }
  }

  private static SqlParameterSource parameters(Usage usage) {
    return new MapSqlParameterSource("requestId", usage.requestId())
        .addValue("userId", usage.userId())
        .addValue("asset", usage.asset())
        .addValue("amount", usage.amount())
        .addValue("model", usage.model())
        .addValue("batch", usage.batch());
  }

  private static Recorded recorded(ResultSet row, int n) throws SQLException {
    return new Recorded(usage(row, n), row.getLong("created_at_ms"));
  }

  private static Usage usage(ResultSet row, int n) throws SQLException {
    return new Usage(
        row.getString("request_id"),
        row.getString("user_id"),
        row.getString("asset"),
        row.getLong("amount"),
        row.getString("model"),
        row.getString("batch"));
  }
}
