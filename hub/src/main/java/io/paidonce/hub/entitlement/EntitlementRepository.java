package io.paidonce.hub.entitlement;

import io.paidonce.hub.model.SqlDialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

/**
 * Grants, balances and ledger entries. A balance changes only together with its entry. Callers
 * bring the transaction.
 */
public final class EntitlementRepository {

  private static final String GRANTS =
      """
      SELECT * FROM entitlement
      WHERE order_no IN (:orderNos)
      ORDER BY order_no, type, period
      """;

  private static final String INSERT_GRANT =
      """
      INSERT INTO entitlement (order_no, type, period, user_id, asset, amount, taken,
        granted_at_ms, version)
      VALUES (:orderNo, :type, :period, :userId, :asset, :amount, :taken, :grantedAtMs, 0)
      """;

  private static final String UPDATE_GRANT =
      """
      UPDATE entitlement
      SET taken = :taken, version = version + 1
      WHERE order_no = :orderNo AND type = :type AND period = :period AND version = :version
      """;

  private static final String ADD =
      """
      UPDATE account
      SET balance = balance + :delta
      WHERE user_id = :userId AND asset = :asset
      """;

  private static final String SPEND =
      """
      UPDATE account
      SET balance = balance - :amount
      WHERE user_id = :userId AND asset = :asset AND balance >= :amount
      """;

  private static final String OPEN_ACCOUNT =
      """
      INSERT INTO account (user_id, asset, balance)
      VALUES (:userId, :asset, 0)
      """;

  private static final String INSERT_ENTRY =
      """
      INSERT INTO ledger_entry (cause, line, account, user_id, asset, amount, order_no,
        created_at_ms)
      VALUES (:cause, :line, :account, :userId, :asset, :amount, :orderNo, {now})
      """;

  private static final String BALANCES =
      """
      SELECT user_id, asset, balance FROM account
      WHERE user_id IN (:userIds)
      ORDER BY user_id, asset
      FOR UPDATE
      """;

  private static final String BALANCES_OF =
      """
      SELECT user_id, asset, balance FROM account
      WHERE user_id IN (:userIds) AND asset IN (:assets)
      ORDER BY user_id, asset
      """;

  private static final String LOCK_BALANCES_OF =
      """
      SELECT user_id, asset, balance FROM account
      WHERE user_id IN (:userIds) AND asset IN (:assets)
      ORDER BY user_id, asset
      FOR UPDATE
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;

  /** Rows in this database. */
  public EntitlementRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect) {
    this.jdbc = jdbc;
    this.dialect = dialect;
  }

  /** Whose balance of what. */
  public record Account(String userId, String asset) implements Comparable<Account> {
    @Override
    public int compareTo(Account other) {
      int byUser = userId.compareTo(other.userId);
      return byUser != 0 ? byUser : asset.compareTo(other.asset);
    }
  }

  /** What became of postings that take from users. */
  enum Spending {
    /** Balances moved, entries posted. */
    POSTED,
    /** A balance is less than what is taken of it; the transaction must roll back. */
    INSUFFICIENT,
    /** A cause was posted before, or is just being posted; the transaction must roll back. */
    POSTED_BEFORE
  }

  /** The grants of these orders, by order. */
  public Map<String, List<Grant>> grants(Collection<String> orderNos) {
    if (orderNos.isEmpty()) {
      return Map.of();
    }
    return jdbc
        .query(
            GRANTS,
            new MapSqlParameterSource("orderNos", new TreeSet<>(orderNos)),
            EntitlementRepository::grant)
        .stream()
        .collect(Collectors.groupingBy(Grant::orderNo));
  }

  /** The balances of these users, locked. */
  public Map<Account, Long> lockBalances(Collection<String> userIds) {
    return userIds.isEmpty()
        ? new HashMap<>()
        : balances(BALANCES, new MapSqlParameterSource("userIds", new TreeSet<>(userIds)));
  }

  /** The balances of these accounts, locked in their order; who has none is not among them. */
  Map<Account, Long> lock(Set<Account> accounts) {
    return balances(LOCK_BALANCES_OF, usersAndAssets(accounts));
  }

  /** The balances of these accounts. */
  Map<Account, Long> balances(Set<Account> accounts) {
    return balances(BALANCES_OF, usersAndAssets(accounts));
  }

  /** The balance of this account; none is zero. */
  long balance(Account account) {
    return balances(Set.of(account)).getOrDefault(account, 0L);
  }

  /** Every user with every asset: a pair is found by the index on all engines only part by part. */
  private static MapSqlParameterSource usersAndAssets(Set<Account> accounts) {
    return new MapSqlParameterSource(
            "userIds",
            accounts.stream().map(Account::userId).collect(Collectors.toCollection(TreeSet::new)))
        .addValue(
            "assets",
            accounts.stream().map(Account::asset).collect(Collectors.toCollection(TreeSet::new)));
  }

  private Map<Account, Long> balances(String sql, MapSqlParameterSource parameters) {
    Map<Account, Long> balances = new HashMap<>();
    jdbc.query(
        sql,
        parameters,
        row -> {
          balances.put(
              new Account(row.getString("user_id"), row.getString("asset")),
              row.getLong("balance"));
        });
    return balances;
  }

  /** Adds new grants and writes what was taken of known ones; each exactly once. */
  public void writeGrants(List<Grant> added, List<Grant> changed) {
    each(dialect.insertOrIgnore(INSERT_GRANT, "order_no"), added);
    each(UPDATE_GRANT, changed);
  }

  private void each(String sql, List<Grant> grants) {
    if (grants.isEmpty()) {
      return;
    }
    SqlParameterSource[] rows =
        grants.stream().map(EntitlementRepository::parameters).toArray(SqlParameterSource[]::new);
    for (int count : jdbc.batchUpdate(sql, rows)) {
      if (count != 1) {
        throw new IllegalStateException("a grant changed between read and write");
      }
    }
  }

  /**
   * Posts entries and moves the balances they touch, one update an account however many entries.
   *
   * @throws IllegalStateException if a cause was posted before; the transaction must roll back
   */
  public void post(List<Posting> postings) {
    if (postings.isEmpty()) {
      return;
    }
    move(deltas(postings));
    if (!entered(postings)) {
      throw new IllegalStateException("a ledger entry of this cause is posted already");
    }
  }

  /**
   * Posts entries that take from users, if each balance suffices for all that is taken of it: one
   * conditional update an account, in the order of accounts.
   */
  Spending spend(List<Posting> postings) {
    SqlParameterSource[] rows =
        deltas(postings).entrySet().stream()
            .map(entry -> account(entry.getKey()).addValue("amount", -entry.getValue()))
            .toArray(SqlParameterSource[]::new);
    for (int count : jdbc.batchUpdate(SPEND, rows)) {
      if (count != 1) {
        return Spending.INSUFFICIENT;
      }
    }
    return entered(postings) ? Spending.POSTED : Spending.POSTED_BEFORE;
  }

  private static Map<Account, Long> deltas(List<Posting> postings) {
    Map<Account, Long> deltas = new TreeMap<>();
    for (Posting posting : postings) {
      add(deltas, posting, posting.from(), -posting.amount());
      add(deltas, posting, posting.to(), posting.amount());
    }
    return deltas;
  }

  /** Both lines of each; false if a cause was there before. */
  private boolean entered(List<Posting> postings) {
    List<SqlParameterSource> entries = new ArrayList<>();
    for (Posting posting : postings) {
      entries.add(entry(posting, 1, posting.from(), -posting.amount()));
      entries.add(entry(posting, 2, posting.to(), posting.amount()));
    }
    String insert = dialect.insertOrIgnore(INSERT_ENTRY.replace("{now}", dialect.now()), "line");
    boolean all = true;
    for (int count : jdbc.batchUpdate(insert, entries.toArray(SqlParameterSource[]::new))) {
      all &= count == 1;
    }
    return all;
  }

  private static void add(Map<Account, Long> deltas, Posting posting, String side, long amount) {
    String userId = posting.userId();
    if (side.equals(Posting.USER) && userId != null) {
      deltas.merge(new Account(userId, posting.asset()), amount, Math::addExact);
    }
  }

  private void move(Map<Account, Long> deltas) {
    if (deltas.isEmpty()) {
      return;
    }
    SqlParameterSource[] rows =
        deltas.entrySet().stream()
            .map(entry -> account(entry.getKey()).addValue("delta", entry.getValue()))
            .toArray(SqlParameterSource[]::new);
    int[] counts = jdbc.batchUpdate(ADD, rows);
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == 0) {
        jdbc.update(dialect.insertOrIgnore(OPEN_ACCOUNT, "user_id"), rows[i]);
        jdbc.update(ADD, rows[i]);
      }
    }
  }

  private static MapSqlParameterSource account(Account account) {
    return new MapSqlParameterSource("userId", account.userId()).addValue("asset", account.asset());
  }

  private static SqlParameterSource entry(Posting posting, int line, String account, long amount) {
    return new MapSqlParameterSource("cause", posting.cause())
        .addValue("line", line)
        .addValue("account", account)
        .addValue("userId", account.equals(Posting.USER) ? posting.userId() : null)
        .addValue("asset", posting.asset())
        .addValue("amount", amount)
        .addValue("orderNo", posting.orderNo());
  }

  private static Grant grant(ResultSet row, int n) throws SQLException {
    return new Grant(
        row.getString("order_no"),
        row.getString("type"),
        row.getString("period"),
        row.getString("user_id"),
        row.getString("asset"),
        row.getLong("amount"),
        row.getLong("taken"),
        Instant.ofEpochMilli(row.getLong("granted_at_ms")),
        row.getLong("version"));
  }

  private static SqlParameterSource parameters(Grant grant) {
    return new MapSqlParameterSource("orderNo", grant.orderNo())
        .addValue("type", grant.type())
        .addValue("period", grant.period())
        .addValue("userId", grant.userId())
        .addValue("asset", grant.asset())
        .addValue("amount", grant.amount())
        .addValue("taken", grant.taken())
        .addValue("grantedAtMs", grant.grantedAt().toEpochMilli())
        .addValue("version", grant.version());
  }
}
