package io.paidonce.hub.outbox;

import io.paidonce.hub.model.Ids;
import io.paidonce.hub.model.SqlDialect;
import java.util.List;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The messages we owe, written in the transaction of the change that causes them: both are there or
 * neither. Callers bring the transaction.
 */
public final class Outbox {

  private static final String INSERT =
      """
      INSERT INTO message (id, type, business_key, order_no, payload, state, created_at_ms)
      VALUES (:id, :type, :businessKey, :orderNo, :payload, 'PENDING', {now})
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;
  private final Ids ids;
  private final JsonMapper json;

  /** Messages in this database. */
  public Outbox(NamedParameterJdbcTemplate jdbc, SqlDialect dialect, Ids ids, JsonMapper json) {
    this.jdbc = jdbc;
    this.dialect = dialect;
    this.ids = ids;
    this.json = json;
  }

  /** Writes these messages; one whose business key is there already is left as it is. */
  public void put(List<Message> messages) {
    if (messages.isEmpty()) {
      return;
    }
    SqlParameterSource[] rows = messages.stream().map(this::row).toArray(SqlParameterSource[]::new);
    jdbc.batchUpdate(dialect.insertOrIgnore(INSERT.replace("{now}", dialect.now()), "id"), rows);
  }

  private SqlParameterSource row(Message message) {
    return new MapSqlParameterSource("id", ids.next())
        .addValue("type", message.type())
        .addValue("businessKey", message.businessKey())
        .addValue("orderNo", message.orderNo())
        .addValue("payload", json.writeValueAsString(message.data()));
  }
}
