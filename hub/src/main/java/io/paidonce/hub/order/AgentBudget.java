package io.paidonce.hub.order;

import io.paidonce.hub.model.Money;
import io.paidonce.hub.model.SqlDialect;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

/**
 * What agents have ordered in a day, which ends at midnight of GMT+8 as the providers' days do.
 *
 * <p>The sum moves in the transaction that makes the order, by one conditional update: orders made
 * at the same instant on any nodes never exceed the limit together.
 */
final class AgentBudget {

  private static final ZoneOffset PROVIDERS_ZONE = ZoneOffset.ofHours(8);

  private static final String INSERT =
      """
      INSERT INTO agent_day (agent_id, order_day, currency, ordered_minor)
      VALUES (:agentId, :day, :currency, 0)
      """;

  private static final String ADD =
      """
      UPDATE agent_day
      SET ordered_minor = ordered_minor + :amount
      WHERE agent_id = :agentId AND order_day = :day AND currency = :currency
        AND ordered_minor <= :most
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;

  AgentBudget(NamedParameterJdbcTemplate jdbc, SqlDialect dialect) {
    this.jdbc = jdbc;
    this.dialect = dialect;
  }

  /**
   * Takes this amount from the day's limit.
   *
   * @return false if less than that is left; then nothing is taken
   */
  boolean take(String agentId, Money amount, Money perDay, Instant at) {
    LocalDate day = LocalDate.ofInstant(at, PROVIDERS_ZONE);
    SqlParameterSource row =
        new MapSqlParameterSource("agentId", agentId)
            .addValue("day", day.toString())
            .addValue("currency", amount.currency())
            .addValue("amount", amount.minor())
            .addValue("most", perDay.minor() - amount.minor());
    jdbc.update(dialect.insertOrIgnore(INSERT, "agent_id"), row);
    return jdbc.update(ADD, row) == 1;
  }
}
