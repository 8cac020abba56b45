package io.paidonce.hub.cases;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Ids;
import io.paidonce.hub.model.SqlDialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

/** The cases' rows; while one is open there is no second of its kind and subject. */
public final class CaseRepository {

  private static final Logger LOG = LoggerFactory.getLogger(CaseRepository.class);

  private static final String INSERT =
      """
      INSERT INTO problem_case (id, kind, subject, open_mark, state, channel, order_no, expected,
        received, proposal, opened_at_ms)
      VALUES (:id, :kind, :subject, 1, 'OPEN', :channel, :orderNo, :expected,
        :received, :proposal, {now})
      """;

  private static final String PAGE =
      """
      SELECT * FROM problem_case
      WHERE (:state IS NULL OR state = :state) AND (:after IS NULL OR id < :after)
      ORDER BY id DESC
      LIMIT :limit
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;
  private final Ids ids;

  /** Cases in this database. */
  public CaseRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect, Ids ids) {
    this.jdbc = jdbc;
    this.dialect = dialect;
    this.ids = ids;
  }

  /** A case as it stands. */
  public record ProblemCase(
      String id,
      CaseKind kind,
      String subject,
      String state,
      @Nullable String channel,
      @Nullable String orderNo,
      @Nullable String expected,
      @Nullable String received,
      @Nullable String proposal,
      Instant openedAt) {}

  /**
   * Opens each of these that is not open already; inside the caller's transaction, if there is one.
   *
   * @return how many were opened
   */
  public int open(List<NewCase> cases) {
    if (cases.isEmpty()) {
      return 0;
    }
    List<NewCase> sorted = new ArrayList<>(cases);
    sorted.sort(Comparator.comparing(NewCase::kind).thenComparing(NewCase::subject));
    int[] counts =
        jdbc.batchUpdate(
            dialect.insertOrIgnore(INSERT.replace("{now}", dialect.now()), "id"),
            sorted.stream().map(this::row).toArray(SqlParameterSource[]::new));
    int opened = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == 1) {
        opened++;
        NewCase one = sorted.get(i);
        LOG.warn("case.opened kind={} subject={}", one.kind(), one.subject());
      }
    }
    return opened;
  }

  /**
   * A page of cases, newest first.
   *
   * @param after the last id of the page before; null for the first page
   */
  public List<ProblemCase> page(@Nullable String state, @Nullable String after, int limit) {
    return jdbc.query(
        PAGE,
        new MapSqlParameterSource()
            .addValue("state", state, java.sql.Types.VARCHAR)
            .addValue("after", after, java.sql.Types.VARCHAR)
            .addValue("limit", limit),
        CaseRepository::problemCase);
  }

  private SqlParameterSource row(NewCase one) {
    ChannelName channel = one.channel();
    return new MapSqlParameterSource("id", ids.next())
        .addValue("kind", one.kind().name())
        .addValue("subject", cut(one.subject()))
        .addValue("channel", channel == null ? null : channel.value())
        .addValue("orderNo", one.orderNo())
        .addValue("expected", cut(one.expected()))
        .addValue("received", cut(one.received()))
        .addValue("proposal", cut(one.proposal()));
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= 200 ? text : text.substring(0, 200);
  }

  private static ProblemCase problemCase(ResultSet row, int n) throws SQLException {
    return new ProblemCase(
        row.getString("id"),
        CaseKind.valueOf(row.getString("kind")),
        row.getString("subject"),
        row.getString("state"),
        row.getString("channel"),
        row.getString("order_no"),
        row.getString("expected"),
        row.getString("received"),
        row.getString("proposal"),
        Instant.ofEpochMilli(row.getLong("opened_at_ms")));
  }
}
