package io.paidonce.hub.story;

import io.paidonce.hub.cases.CaseRepository;
import io.paidonce.hub.model.Evidence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** What happened, read from all rooms; changes nothing. */
public final class Story {

  private static final String NOTIFICATIONS =
      """
      SELECT n.id, n.channel, n.kind, n.status, n.out_trade_no, n.evidence, n.outcome, n.reason,
        n.received_at_ms,
        (SELECT SUM(d.deliveries) FROM delivery_count d
         WHERE d.event_key = n.event_key AND d.evidence = n.evidence
           AND d.facts_hash = n.facts_hash) AS deliveries
      FROM notification n
      WHERE (:orderNo IS NULL OR n.out_trade_no = :orderNo OR n.out_trade_no IN
          (SELECT a.out_trade_no FROM attempt a WHERE a.order_no = :orderNo))
        AND (:after IS NULL OR n.id < :after)
      ORDER BY n.id DESC
      LIMIT :limit
      """;

  private static final String ENTRIES =
      """
      SELECT id, cause, amount, order_no, created_at_ms FROM ledger_entry
      WHERE user_id = :userId AND asset = :asset AND (:after IS NULL OR id < :after)
      ORDER BY id DESC
      LIMIT :limit
      """;

  private static final String BALANCE =
      """
      SELECT balance FROM account
      WHERE user_id = :userId AND asset = :asset
      """;

  private static final String TRIAL_BALANCE =
      """
      SELECT asset, account, SUM(amount) AS total, COUNT(*) AS entries FROM ledger_entry
      GROUP BY asset, account
      ORDER BY asset, account
      """;

  private static final String CROOKED_ACCOUNTS =
      """
      SELECT COUNT(*) FROM account a
      WHERE a.balance <> (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entry e
                          WHERE e.user_id = a.user_id AND e.asset = a.asset)
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final CaseRepository cases;

  /** Reads this database. */
  public Story(NamedParameterJdbcTemplate jdbc, CaseRepository cases) {
    this.jdbc = jdbc;
    this.cases = cases;
  }

  /**
   * A notification as the operator sees it.
   *
   * @param evidence where it came from; a callback counts as one whether signed or not
   * @param signed false for WeChat Pay v2 refunds, which the provider does not sign
   */
  public record NotificationView(
      String id,
      String channel,
      String kind,
      String status,
      @Nullable String outTradeNo,
      Evidence evidence,
      boolean signed,
      String outcome,
      @Nullable String reason,
      long deliveries,
      Instant receivedAt) {}

  /** One line of a user's ledger. */
  public record EntryView(
      long id, String cause, long amount, @Nullable String orderNo, Instant createdAt) {}

  /**
   * The entries of an asset.
   *
   * @param sum of all; anything but zero is an alarm
   * @param entries how many
   * @param accounts the sum of each account; users are one of them, and each other account is
   *     nowhere but in this sum
   */
  public record AssetSum(String asset, long sum, long entries, Map<String, Long> accounts) {}

  /** Notifications, newest first; of one order, or of all. */
  public List<NotificationView> notifications(
      @Nullable String orderNo, @Nullable String after, int limit) {
    return jdbc.query(
        NOTIFICATIONS,
        new MapSqlParameterSource()
            .addValue("orderNo", orderNo, Types.VARCHAR)
            .addValue("after", after, Types.VARCHAR)
            .addValue("limit", limit),
        Story::notification);
  }

  /** Cases, newest first; of one state, or of all. */
  public List<CaseRepository.ProblemCase> cases(
      @Nullable String state, @Nullable String after, int limit) {
    return cases.page(state, after, limit);
  }

  /** A user's balance of an asset; empty if there never was one. */
  public Optional<Long> balance(String userId, String asset) {
    return jdbc.queryForList(BALANCE, account(userId, asset), Long.class).stream().findFirst();
  }

  /** A user's ledger of an asset, newest first. */
  public List<EntryView> entries(String userId, String asset, @Nullable Long after, int limit) {
    return jdbc.query(
        ENTRIES,
        account(userId, asset).addValue("after", after, Types.BIGINT).addValue("limit", limit),
        Story::entry);
  }

  /** Per asset, the sum over all accounts. */
  public List<AssetSum> trialBalance() {
    Map<String, AssetSum> sums = new TreeMap<>();
    jdbc.query(
        TRIAL_BALANCE,
        row -> {
          Map<String, Long> account = Map.of(row.getString("account"), row.getLong("total"));
          sums.merge(
              row.getString("asset"),
              new AssetSum(
                  row.getString("asset"), row.getLong("total"), row.getLong("entries"), account),
              Story::together);
        });
    return List.copyOf(sums.values());
  }

  private static AssetSum together(AssetSum one, AssetSum other) {
    Map<String, Long> accounts = new TreeMap<>(one.accounts());
    accounts.putAll(other.accounts());
    return new AssetSum(
        one.asset(),
        Math.addExact(one.sum(), other.sum()),
        one.entries() + other.entries(),
        accounts);
  }

  /** How many balances are not the sum of their entries; anything but zero is an alarm. */
  public long crookedAccounts() {
    Long count = jdbc.getJdbcOperations().queryForObject(CROOKED_ACCOUNTS, Long.class);
    return count == null ? 0 : count;
  }

  private static MapSqlParameterSource account(String userId, String asset) {
    return new MapSqlParameterSource("userId", userId).addValue("asset", asset);
  }

  private static NotificationView notification(ResultSet row, int n) throws SQLException {
    Evidence evidence = Evidence.valueOf(row.getString("evidence"));
    boolean signed = evidence != Evidence.UNSIGNED_CALLBACK;
    return new NotificationView(
        row.getString("id"),
        row.getString("channel"),
        row.getString("kind"),
        row.getString("status"),
        row.getString("out_trade_no"),
        signed ? evidence : Evidence.CALLBACK,
        signed,
        row.getString("outcome"),
        row.getString("reason"),
        row.getLong("deliveries"),
        Instant.ofEpochMilli(row.getLong("received_at_ms")));
  }

  private static EntryView entry(ResultSet row, int n) throws SQLException {
    return new EntryView(
        row.getLong("id"),
        row.getString("cause"),
        row.getLong("amount"),
        row.getString("order_no"),
        Instant.ofEpochMilli(row.getLong("created_at_ms")));
  }
}
