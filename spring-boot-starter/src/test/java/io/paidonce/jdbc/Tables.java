package io.paidonce.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.Fingerprint;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import io.paidonce.testkit.TimeShift;
import io.paidonce.testkit.databases.Database;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ScriptUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A database that has the table, and what tests do with it. */
final class Tables implements AutoCloseable {

  /** Long enough not to end while a busy machine runs a test. */
  static final Duration LEASE = Duration.ofSeconds(60);

  static final Duration RETENTION = Duration.ofHours(25);

  static final TimeShift TIME =
      TimeShift.of(
          "paidonce_idempotency.since_at_ms",
          "paidonce_idempotency.lease_until_ms",
          "paidonce_idempotency.retain_until_ms",
          "paidonce_idempotency.archive_until_ms",
          "paidonce_idempotency.purge_at_ms");

  private static final AtomicInteger OWNERS = new AtomicInteger();

  private final Place place;
  private final Database database;
  private final HikariDataSource pool;
  private final DataSource source;

  Tables(Place place, Database database, HikariDataSource pool, DataSource source) {
    this.place = place;
    this.database = database;
    this.pool = pool;
    this.source = source;
    create(source);
  }

  /** Makes the table as an application does. */
  static void create(DataSource source) {
    try (Connection connection = source.getConnection()) {
      String script = Dialect.of(connection).schema();
      ScriptUtils.executeSqlScript(connection, new ClassPathResource(script));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  Place place() {
    return place;
  }

  Database database() {
    return database;
  }

  DataSource source() {
    return source;
  }

  JdbcIdempotencyStore leasing() {
    return JdbcIdempotencyStore.leasing(source);
  }

  JdbcIdempotencyStore atomic() {
    return JdbcIdempotencyStore.atomic(source);
  }

  JdbcTemplate sql() {
    return new JdbcTemplate(source);
  }

  /** Transactions of the isolation that the engine has by default. */
  TransactionTemplate transactions() {
    return new TransactionTemplate(new JdbcTransactionManager(source));
  }

  /** Transactions of isolation REPEATABLE READ. */
  TransactionTemplate repeatableReads() {
    TransactionTemplate transactions = transactions();
    transactions.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    return transactions;
  }

  /** Makes it later for everything in the table, by a millisecond more: ends are rounded up. */
  void age(Duration duration) {
    try {
      TIME.forward(source, duration.plusMillis(1));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    pool.close();
    database.drop();
  }

  static String newOwner() {
    return "test/" + OWNERS.incrementAndGet();
  }

  static IdempotencyKey key(String name) {
    return IdempotencyKey.of("pay", name);
  }

  static ClaimRequest request(String key) {
    return request(newOwner(), LEASE, Takeover.AFTER_LEASE, key);
  }

  static ClaimRequest request(String owner, Duration lease, Takeover takeover, String... keys) {
    List<IdempotencyKey> all = List.of(keys).stream().map(Tables::key).toList();
    return new ClaimRequest(all, owner, Fingerprint.of(List.of(keys)), lease, takeover, false);
  }

  static Ticket claimed(IdempotencyStore store, ClaimRequest request) {
    return ((Claim.Acquired) store.claim(request)).ticket();
  }

  static Ticket claimed(IdempotencyStore store, String key) {
    return claimed(store, request(key));
  }

  static Completion done(String outcome) {
    return new Completion(outcome.getBytes(StandardCharsets.UTF_8), RETENTION, Duration.ZERO);
  }

  static String outcome(Claim claim) {
    return new String(((Claim.Replay) claim).outcome(), StandardCharsets.UTF_8);
  }
}
