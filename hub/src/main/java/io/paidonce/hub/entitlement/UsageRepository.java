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

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;

  /** Rows in this database. */
  public UsageRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect) {
    this.jdbc = jdbc;
    this.dialect = dialect;
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
