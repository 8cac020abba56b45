package io.paidonce.hub.entitlement;

import io.paidonce.hub.entitlement.EntitlementRepository.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Compares every balance with the sum of its entries, and the entries of every asset with zero.
 *
 * <p>It reads in chunks while the hub works. A balance that looks wrong is looked at again with its
 * account locked, so what is told is no half-seen change. Changes nothing; may run on any number of
 * nodes. An account whose row is gone has no balance to compare and is not found.
 */
public final class LedgerAudit {

  private static final Logger LOG = LoggerFactory.getLogger(LedgerAudit.class);
  private static final int CHUNK = 200;
  private static final int TOLD_MAX = 20;

  private static final String CHUNK_AFTER =
      """
      SELECT a.user_id, a.asset, a.balance,
        (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entry e
         WHERE e.user_id = a.user_id AND e.asset = a.asset) AS entered
      FROM account a
      WHERE a.user_id >= :userId AND (a.user_id > :userId OR a.asset > :asset)
      ORDER BY a.user_id, a.asset
      LIMIT :limit
      """;

  private static final String LOCK =
      """
      SELECT balance FROM account
      WHERE user_id = :userId AND asset = :asset
      FOR UPDATE
      """;

  private static final String ENTERED =
      """
      SELECT COALESCE(SUM(amount), 0) FROM ledger_entry
      WHERE user_id = :userId AND asset = :asset
      """;

  private static final String UNBALANCED =
      """
      SELECT asset FROM ledger_entry
      GROUP BY asset
      HAVING SUM(amount) <> 0
      ORDER BY asset
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final TransactionTemplate transaction;

  /** An audit of this database. */
  public LedgerAudit(NamedParameterJdbcTemplate jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /**
   * What an audit found.
   *
   * @param accounts how many were looked at
   * @param differences balances that are not the sum of their entries
   * @param unbalanced assets whose entries do not sum to zero
   */
  public record Findings(long accounts, List<Difference> differences, List<String> unbalanced) {

    public Findings {
      differences = List.copyOf(differences);
      unbalanced = List.copyOf(unbalanced);
    }

    /** How much is wrong; zero is good. */
    public int count() {
      return differences.size() + unbalanced.size();
    }
  }

  /** A balance, and what its entries say instead. */
  public record Difference(String userId, String asset, long balance, long entered) {}

  private record Seen(Account account, long balance, long entered) {}

  /** Looks at everything, and tells what is wrong as errors, the first of many by name. */
  public Findings run() {
    List<Difference> differences = new ArrayList<>();
    long accounts = 0;
    Account last = new Account("", "");
    for (List<Seen> chunk = after(last); !chunk.isEmpty(); chunk = after(last)) {
      for (Seen seen : chunk) {
        if (seen.balance() != seen.entered()) {
          confirmed(seen.account()).ifPresent(differences::add);
        }
      }
      accounts += chunk.size();
      last = chunk.get(chunk.size() - 1).account();
    }
    List<String> unbalanced =
        jdbc.getJdbcOperations().queryForList(UNBALANCED, String.class).stream().toList();
    Findings findings = new Findings(accounts, differences, unbalanced);
    tell(findings);
    return findings;
  }

  private List<Seen> after(Account last) {
    return jdbc.query(
        CHUNK_AFTER,
        parameters(last).addValue("limit", CHUNK),
        (row, n) ->
            new Seen(
                new Account(row.getString("user_id"), row.getString("asset")),
                row.getLong("balance"),
                row.getLong("entered")));
  }

  /** Whoever changes an account holds its row until the entries are there too. */
  private Optional<Difference> confirmed(Account account) {
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              long balance =
                  jdbc.queryForList(LOCK, parameters(account), Long.class).stream()
                      .findFirst()
                      .orElse(0L);
              Long entered = jdbc.queryForObject(ENTERED, parameters(account), Long.class);
              return entered == null || entered == balance
                  ? Optional.<Difference>empty()
                  : Optional.of(
                      new Difference(account.userId(), account.asset(), balance, entered));
            }));
  }

  private static void tell(Findings findings) {
    findings.differences().stream()
        .limit(TOLD_MAX)
        .forEach(
            one ->
                LOG.error(
                    "ledger.difference user={} asset={} balance={} entries={}"
                        + " compare with the entries; nothing was changed",
                    one.userId(),
                    one.asset(),
                    one.balance(),
                    one.entered()));
    findings
        .unbalanced()
        .forEach(asset -> LOG.error("ledger.unbalanced asset={} read the trial balance", asset));
    if (findings.count() == 0) {
      LOG.info("ledger.checked accounts={} all right", findings.accounts());
    } else {
      LOG.error("ledger.checked accounts={} wrong={}", findings.accounts(), findings.count());
    }
  }

  private static MapSqlParameterSource parameters(Account account) {
    return new MapSqlParameterSource("userId", account.userId()).addValue("asset", account.asset());
  }
}
