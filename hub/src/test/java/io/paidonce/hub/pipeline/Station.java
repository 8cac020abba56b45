package io.paidonce.hub.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.paidonce.hub.cases.CaseRepository;
import io.paidonce.hub.entitlement.EntitlementRepository;
import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.Committed;
import io.paidonce.hub.inbox.Delivery;
import io.paidonce.hub.inbox.Inbox;
import io.paidonce.hub.inbox.InboxKey;
import io.paidonce.hub.inbox.InboxLimits;
import io.paidonce.hub.inbox.InboxRepository;
import io.paidonce.hub.inbox.PutResult;
import io.paidonce.hub.model.Checkpoint;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.Ids;
import io.paidonce.hub.model.SqlDialect;
import io.paidonce.hub.order.Attempt;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.NewOrder;
import io.paidonce.hub.order.OrderRepository;
import io.paidonce.hub.order.Orders;
import io.paidonce.hub.outbox.Outbox;
import io.paidonce.reference.End;
import io.paidonce.testkit.TimeShift;
import io.paidonce.testkit.databases.Database;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * The inbox, the pipeline and all tables on a real engine, without the threads that hand from one
 * to the other: who uses it says when what was committed is applied, and with what.
 */
final class Station implements AutoCloseable {

  private static final int SWEEPS_MAX = 50;
  private static final TimeShift NEXT_ATTEMPTS = TimeShift.of("notification.next_attempt_at_ms");

  private final HikariDataSource source;
  private final SqlDialect dialect;
  private final NamedParameterJdbcTemplate jdbc;
  private final TransactionTemplate transaction;
  private final Ids ids = Ids.secure(Clock.systemUTC());
  private final InboxRepository rows;
  private final OrderRepository orders;
  private final EntitlementRepository entitlements;
  private final CaseRepository cases;
  private final Orders making;
  private final Inbox inbox;
  private final BlockingQueue<Claimed> committed = new LinkedBlockingQueue<>();
  private final Map<Policy, Pipeline> pipelines = new HashMap<>();

  Station(Database database) {
    dialect = SqlDialect.ofUrl(database.jdbcUrl());
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.jdbcUrl());
    config.setUsername(database.username());
    config.setPassword(database.password());
    config.setMaximumPoolSize(Database.POOL_SIZE);
    config.setConnectionInitSql(dialect.sessionSetup());
    source = new HikariDataSource(config);
    Flyway.configure().dataSource(source).locations(dialect.migrations()).load().migrate();
    jdbc = new NamedParameterJdbcTemplate(source);
    transaction = new TransactionTemplate(new JdbcTransactionManager(source));
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    rows = new InboxRepository(jdbc, dialect, "station");
    orders = new OrderRepository(jdbc, dialect);
    entitlements = new EntitlementRepository(jdbc, dialect);
    cases = new CaseRepository(jdbc, dialect, ids);
    making = new Orders(jdbc, dialect, transaction, orders, rows::wakeParked);
    inbox = new Inbox(rows, transaction, new Kept(), ids, InboxLimits.USUAL, Checkpoint.NONE);
  }

  /** Makes this order with all its attempts. */
  void make(Book book) {
    Attempt first = book.attempts().get(0);
    making.create(new NewOrder(book.order(), first.channel(), first.merchant(), null));
    for (Attempt attempt : book.attempts().subList(1, book.attempts().size())) {
      jdbc.getJdbcOperations()
          .update(
              "INSERT INTO attempt (out_trade_no, order_no, channel, family, merchant_id,"
                  + " amount_minor, currency, state, created_at_ms, version)"
                  + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
              attempt.outTradeNo(),
              attempt.orderNo(),
              attempt.channel().value(),
              attempt.merchant().family(),
              attempt.merchant().id(),
              attempt.amount().minor(),
              attempt.amount().currency(),
              attempt.state().name(),
              attempt.createdAt().toEpochMilli());
    }
  }

  /** Takes these in, each answered after its commit; applies what was new as one batch. */
  void tell(List<Event> events, Policy policy) {
    List<CompletableFuture<PutResult>> results = new ArrayList<>();
    for (Event event : events) {
      results.add(
          inbox.put(
              new Delivery(
                  InboxKey.of(event), event, "{}", new byte[] {1}, Clock.systemUTC().instant())));
    }
    int stored = 0;
    for (CompletableFuture<PutResult> result : results) {
      PutResult said = result.join();
      assertThat(said).isIn(PutResult.STORED, PutResult.KNOWN);
      stored += said == PutResult.STORED ? 1 : 0;
    }
    List<Claimed> fresh = new ArrayList<>();
    try {
      for (int i = 0; i < stored; i++) {
        fresh.add(Objects.requireNonNull(committed.poll(5, TimeUnit.SECONDS)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    if (!fresh.isEmpty()) {
      pipeline(policy).process(fresh);
    }
  }

  /** Makes all that waits due, and applies it once. */
  void sweep(Policy policy) {
    try {
      NEXT_ATTEMPTS.forward(source, Duration.ofHours(1));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    List<Claimed> due =
        Objects.requireNonNull(
            transaction.execute(status -> rows.claimDue(500, Duration.ofMinutes(1))));
    if (!due.isEmpty()) {
      pipeline(policy).process(due);
    }
  }

  /** Sweeps until nothing of what waits changes any more, and forgets what then still waits. */
  void settle(Policy policy) {
    long waiting = waiting();
    for (int i = 0; waiting > 0; i++) {
      assertThat(i).as("sweeps").isLessThan(SWEEPS_MAX);
      sweep(policy);
      long left = waiting();
      if (left == waiting) {
        break;
      }
      waiting = left;
    }
    assertThat(count("SELECT COUNT(*) FROM notification WHERE outcome IN ('RECEIVED', 'FAILED')"))
        .as("notifications that were not decided")
        .isZero();
    jdbc.getJdbcOperations().update("UPDATE notification SET next_attempt_at_ms = NULL");
  }

  private long waiting() {
    return count("SELECT COUNT(*) FROM notification WHERE next_attempt_at_ms IS NOT NULL");
  }

  /** How the order stands. */
  Book book(String orderNo) {
    return orders.find(orderNo).orElseThrow();
  }

  /** Where the order ended. */
  End end(String orderNo) {
    List<Grant> grants = entitlements.grants(List.of(orderNo)).getOrDefault(orderNo, List.of());
    return Seen.of(
        book(orderNo),
        grants,
        sums(
            "SELECT account, SUM(amount) FROM ledger_entry WHERE order_no = ? GROUP BY account",
            orderNo),
        sums("SELECT kind, COUNT(*) FROM problem_case WHERE order_no = ? GROUP BY kind", orderNo));
  }

  /** Rows of what must not grow when all is told again. */
  List<Long> sizes() {
    return List.of("ledger_entry", "entitlement", "message", "receipt", "refund", "problem_case")
        .stream()
        .map(table -> count("SELECT COUNT(*) FROM " + table))
        .toList();
  }

  /** Every asset sums to zero, and every balance is the sum of its entries. */
  void trialBalance() {
    assertThat(sums("SELECT asset, SUM(amount) FROM ledger_entry GROUP BY asset").values())
        .containsOnly(0L);
    assertThat(
            sums("SELECT a.user_id, a.balance - (SELECT COALESCE(SUM(e.amount), 0)"
                    + " FROM ledger_entry e WHERE e.user_id = a.user_id AND e.asset = a.asset)"
                    + " FROM account a")
                .values())
        .as("balances beside their entries")
        .allMatch(difference -> difference == 0);
  }

  private Pipeline pipeline(Policy policy) {
    return pipelines.computeIfAbsent(
        policy,
        p ->
            new Pipeline(
                rows,
                orders,
                entitlements,
                new Outbox(jdbc, dialect, ids, JsonMapper.builder().build()),
                cases,
                transaction,
                p,
                Clock.systemUTC(),
                Checkpoint.NONE,
                new SimpleMeterRegistry()));
  }

  private long count(String query) {
    return Objects.requireNonNull(jdbc.getJdbcOperations().queryForObject(query, Long.class));
  }

  private Map<String, Long> sums(String query, Object... arguments) {
    Map<String, Long> sums = new TreeMap<>();
    jdbc.getJdbcOperations()
        .query(
            query,
            row -> {
              sums.merge(row.getString(1), row.getLong(2), Long::sum);
            },
            arguments);
    return sums;
  }

  @Override
  public void close() {
    inbox.close();
    source.close();
  }

  /** Keeps what was committed for whoever applies it. */
  private final class Kept implements Committed {
    @Override
    public boolean reserve(int count) {
      return true;
    }

    @Override
    public void accept(List<Claimed> fresh, int reserved) {
      committed.addAll(fresh);
    }
  }
}
