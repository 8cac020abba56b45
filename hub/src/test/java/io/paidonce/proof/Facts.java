package io.paidonce.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.databases.Database;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;

/** What is stored, read past the hub. */
final class Facts {

  private final JdbcTemplate sql;

  Facts(Database database) {
    this.sql = new JdbcTemplate(database.dataSource());
  }

  /** An order of the product tokens-1000 whose payment was told. */
  interface Told {
    String orderNo();

    String userId();
  }

  /** One number. */
  long number(String query, Object... arguments) {
    Long value = sql.queryForObject(query, Long.class, arguments);
    return value == null ? 0 : value;
  }

  /** One text. */
  String text(String query, Object... arguments) {
    return String.valueOf(sql.queryForObject(query, String.class, arguments));
  }

  /** Runs a statement and returns its row count. */
  int run(String statement, Object... arguments) {
    return sql.update(statement, arguments);
  }

  /** Numbers by text: a query of two columns. */
  Map<String, Long> numbers(String query, Object... arguments) {
    Map<String, Long> numbers = new TreeMap<>();
    sql.query(
        query,
        row -> {
          numbers.put(String.valueOf(row.getString(1)), row.getLong(2));
        },
        arguments);
    return numbers;
  }

  /** Texts by text: a query of two columns. */
  Map<String, String> texts(String query, Object... arguments) {
    Map<String, String> texts = new TreeMap<>();
    sql.query(
        query,
        row -> {
          texts.put(String.valueOf(row.getString(1)), String.valueOf(row.getString(2)));
        },
        arguments);
    return texts;
  }

  /** Which of these numbers have a notification that is not decided yet. */
  Set<String> undecided() {
    return new HashSet<>(
        sql.queryForList(
            "SELECT out_trade_no FROM notification WHERE outcome = 'RECEIVED'", String.class));
  }

  /** Which numbers have a notification. */
  Set<String> taken() {
    return new HashSet<>(sql.queryForList("SELECT out_trade_no FROM notification", String.class));
  }

  /** What holds at every instant, also between a crash and the recovery: nothing was done twice. */
  void nothingIsDoneTwice() {
    assertThat(
            numbers(
                "SELECT out_trade_no, COUNT(*) FROM notification"
                    + " GROUP BY out_trade_no HAVING COUNT(*) > 1"))
        .as("numbers with several inbox rows")
        .isEmpty();
    assertThat(
            numbers(
                "SELECT order_no, COUNT(*) FROM entitlement"
                    + " GROUP BY order_no HAVING COUNT(*) > 1"))
        .as("orders granted twice")
        .isEmpty();
    assertThat(
            numbers(
                "SELECT order_no, COUNT(*) FROM ledger_entry"
                    + " GROUP BY order_no HAVING COUNT(*) <> 4"))
        .as("orders without exactly two entries of money and two of tokens")
        .isEmpty();
    ledgerBalances();
    assertThat(
            number(
                "SELECT COUNT(*) FROM orders o WHERE o.state = 'SUCCESS' AND NOT EXISTS"
                    + " (SELECT 1 FROM entitlement e WHERE e.order_no = o.order_no)"))
        .as("paid orders without a grant")
        .isZero();
  }

  /** Every asset sums to zero, and every balance is the sum of its entries. */
  void ledgerBalances() {
    assertThat(
            numbers(
                "SELECT asset, SUM(amount) FROM ledger_entry"
                    + " GROUP BY asset HAVING SUM(amount) <> 0"))
        .as("assets that do not sum to zero")
        .isEmpty();
    assertThat(
            numbers(
                "SELECT a.user_id, a.balance FROM account a WHERE a.balance <> (SELECT"
                    + " COALESCE(SUM(e.amount), 0) FROM ledger_entry e"
                    + " WHERE e.user_id = a.user_id AND e.asset = a.asset)"))
        .as("balances that are not the sum of their entries")
        .isEmpty();
  }

  /** Each of these is paid and granted exactly once, and each balance is the sum of its orders. */
  void eachIsAppliedOnce(Collection<? extends Told> told) {
    nothingIsDoneTwice();
    Map<String, String> states = texts("SELECT order_no, state FROM orders");
    Map<String, Long> grants =
        numbers("SELECT order_no, SUM(amount) FROM entitlement GROUP BY order_no");
    Map<String, Long> rows =
        numbers("SELECT out_trade_no, COUNT(*) FROM notification GROUP BY out_trade_no");
    Map<String, Long> balances = new HashMap<>();
    for (Told one : told) {
      assertThat(states.get(one.orderNo())).as("state of " + one.orderNo()).isEqualTo("SUCCESS");
      assertThat(grants.get(one.orderNo())).as("grant of " + one.orderNo()).isEqualTo(1000);
      assertThat(rows.get(one.orderNo())).as("inbox rows of " + one.orderNo()).isEqualTo(1);
      balances.merge(one.userId(), 1000L, Long::sum);
    }
    Map<String, Long> stored =
        numbers("SELECT user_id, balance FROM account WHERE asset = 'token'");
    balances.forEach(
        (user, balance) -> assertThat(stored.get(user)).as("tokens of " + user).isEqualTo(balance));
  }
}
