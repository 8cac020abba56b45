package io.paidonce.hub.inbox;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

/**
 * How often each notification was delivered, for people.
 *
 * <p>Counted in memory and written in the background, never on the answer's path; what a crash
 * takes from it is only the count of the last second. Thread-safe.
 */
public final class DeliveryCounter {

  /** Notifications counted between two flushes at most; further ones are not counted. */
  static final int KEYS_MAX = 100_000;

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryCounter.class);

  private static final String ADD =
      """
      UPDATE delivery_count
      SET deliveries = deliveries + :deliveries, last_seen_at_ms = :lastSeenAtMs
      WHERE event_key = :eventKey AND evidence = :evidence AND facts_hash = :factsHash
        AND node = :node
      """;

  private static final String INSERT =
      """
      INSERT INTO delivery_count (event_key, evidence, facts_hash, node, deliveries,
        last_seen_at_ms)
      VALUES (:eventKey, :evidence, :factsHash, :node, :deliveries, :lastSeenAtMs)
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final String node;
  private Map<InboxKey, Seen> seen = new HashMap<>();

  /** Counts for this node, whose rows nobody else writes. */
  public DeliveryCounter(NamedParameterJdbcTemplate jdbc, String node) {
    this.jdbc = jdbc;
    this.node = node;
  }

  /** Counts one delivery. */
  public synchronized void count(InboxKey key, Instant at) {
    if (seen.size() < KEYS_MAX || seen.containsKey(key)) {
      seen.merge(key, new Seen(1, at), Seen::plus);
    }
  }

  /** Writes what was counted since the last flush. */
  public void flush() {
    Map<InboxKey, Seen> counted = swap();
    if (counted.isEmpty()) {
      return;
    }
    SqlParameterSource[] rows =
        counted.entrySet().stream()
            .map(entry -> row(entry.getKey(), entry.getValue()))
            .toArray(SqlParameterSource[]::new);
    int[] counts = jdbc.batchUpdate(ADD, rows);
    List<SqlParameterSource> missing = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      if (counts[i] == 0) {
        missing.add(rows[i]);
      }
    }
    if (!missing.isEmpty()) {
      jdbc.batchUpdate(INSERT, missing.toArray(SqlParameterSource[]::new));
    }
    LOG.debug("deliveries.flushed keys={}", counted.size());
  }

  private synchronized Map<InboxKey, Seen> swap() {
    Map<InboxKey, Seen> counted = seen;
    seen = new HashMap<>();
    return counted;
  }

  private SqlParameterSource row(InboxKey key, Seen counted) {
    return new MapSqlParameterSource("eventKey", key.eventKeyBytes())
        .addValue("evidence", key.evidence().name())
        .addValue("factsHash", key.factsHashBytes())
        .addValue("node", node)
        .addValue("deliveries", counted.deliveries())
        .addValue("lastSeenAtMs", counted.last().toEpochMilli());
  }

  private record Seen(long deliveries, Instant last) {
    Seen plus(Seen other) {
      return new Seen(deliveries + other.deliveries, last.isAfter(other.last) ? last : other.last);
    }
  }
}
