package io.paidonce.hub.inbox;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Ids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

/**
 * A capped sample of what was not believed, with its raw bytes; under no event key, so that it can
 * occupy or release nothing.
 *
 * <p>Per channel and hour the first of each reason is always kept, and then others up to the cap. A
 * flood costs a look into a map: rows are written in the background, from a bounded queue.
 * Thread-safe.
 */
public final class RejectionLog {

  private static final String INSERT =
      """
      INSERT INTO rejection (id, channel, reason, detail, headers, body, body_bytes,
        received_at_ms)
      VALUES (:id, :channel, :reason, :detail, :headers, :body, :bodyBytes, :receivedAtMs)
      """;

  private static final long HOUR_SECONDS = 3600;

  private final NamedParameterJdbcTemplate jdbc;
  private final Ids ids;
  private final int perChannelAndHourMax;
  private final BlockingQueue<Rejection> queue = new ArrayBlockingQueue<>(256);
  private final Map<ChannelName, Hour> hours = new HashMap<>();

  /** A log with this cap per channel and hour. */
  public RejectionLog(NamedParameterJdbcTemplate jdbc, Ids ids, int perChannelAndHourMax) {
    this.jdbc = jdbc;
    this.ids = ids;
    this.perChannelAndHourMax = perChannelAndHourMax;
  }

  /**
   * One delivery that was not believed.
   *
   * @param reason a stable word
   * @param detail for people; no body, no secret
   */
  public record Rejection(
      ChannelName channel,
      String reason,
      String detail,
      String headers,
      byte[] body,
      Instant receivedAt) {}

  /**
   * Keeps it if there is room.
   *
   * @return true if it is the first of its channel and reason in this hour
   */
  public synchronized boolean add(Rejection rejection) {
    long hour = rejection.receivedAt().getEpochSecond() / HOUR_SECONDS;
    Hour current = hours.get(rejection.channel());
    if (current == null || current.number != hour) {
      current = new Hour(hour);
      hours.put(rejection.channel(), current);
    }
    boolean first = current.reasons.add(rejection.reason());
    if (first || current.kept < perChannelAndHourMax) {
      if (queue.offer(rejection)) {
        current.kept++;
      }
    }
    return first;
  }

  /** Writes what waits. */
  public void flush() {
    List<Rejection> waiting = new ArrayList<>();
    queue.drainTo(waiting);
    if (waiting.isEmpty()) {
      return;
    }
    SqlParameterSource[] rows = waiting.stream().map(this::row).toArray(SqlParameterSource[]::new);
    jdbc.batchUpdate(INSERT, rows);
  }

  private SqlParameterSource row(Rejection rejection) {
    return new MapSqlParameterSource("id", ids.next())
        .addValue("channel", rejection.channel().value())
        .addValue("reason", rejection.reason())
        .addValue("detail", NotificationRows.cut(rejection.detail(), 200))
        .addValue("headers", rejection.headers())
        .addValue("body", rejection.body())
        .addValue("bodyBytes", rejection.body().length)
        .addValue("receivedAtMs", rejection.receivedAt().toEpochMilli());
  }

  /** What one channel kept in one hour. */
  private static final class Hour {
    private final long number;
    private final Set<String> reasons = new HashSet<>();
    private int kept;

    private Hour(long number) {
      this.number = number;
    }
  }
}
