package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.LEASE;
import static io.paidonce.jdbc.Tables.claimed;
import static io.paidonce.jdbc.Tables.key;
import static io.paidonce.jdbc.Tables.newOwner;
import static io.paidonce.jdbc.Tables.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.RecordView;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import io.paidonce.testkit.Eventually;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** Records in the transaction of their effect. */
class AtomicTest {

  private static final int POOL = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Half of what the servers of tests wait for a lock; MySQL's least wait is a second. */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  private static Tables withEffects(Place place) {
    Tables tables = place.open(POOL);
    tables.sql().execute("CREATE TABLE effect (id VARCHAR(20) PRIMARY KEY, n INT NOT NULL)");
    return tables;
  }

  private static void effect(Tables tables, String id) {
    tables.sql().update("INSERT INTO effect (id, n) VALUES (?, 1)", id);
  }

  private static long effects(Tables tables) {
    Long count = tables.sql().queryForObject("SELECT COUNT(*) FROM effect", Long.class);
    return count == null ? -1 : count;
  }

  @ParameterizedTest
  @EnumSource
  void rollbackTakesTheRecordBackAndTheNextTryRuns(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore store = tables.atomic();
      assertThatThrownBy(
              () ->
                  tables
                      .transactions()
                      .executeWithoutResult(
                          status -> {
                            Ticket ticket = claimed(store, "a");
                            effect(tables, "a");
                            assertThat(store.complete(ticket, Tables.done("x"))).isTrue();
                            throw new IllegalArgumentException("after both");
                          }))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(store.find(key("a"))).isEmpty();
      assertThat(effects(tables)).isZero(); // C89, F29
      tables.transactions().executeWithoutResult(status -> paid(tables, store));
      assertThat(effects(tables)).isEqualTo(1);
      Claim again = tables.transactions().execute(status -> store.claim(request("a")));
      assertThat(Tables.outcome(again)).isEqualTo("paid");
    }
  }

  private static void paid(Tables tables, JdbcIdempotencyStore store) {
    Ticket ticket = claimed(store, "a");
    effect(tables, "a");
    assertThat(store.complete(ticket, Tables.done("paid"))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void claimThatIsNotCommittedIsInProgressAtOnceAndTheOtherTransactionGoesOn(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore store = tables.atomic();
      PlatformTransactionManager manager = new JdbcTransactionManager(tables.source());
      TransactionStatus first = manager.getTransaction(TransactionDefinition.withDefaults());
      paid(tables, store);
      InOtherThread.run(
          () ->
              tables
                  .transactions()
                  .executeWithoutResult(
                      status -> {
                        effect(tables, "b");
                        long began = System.nanoTime();
                        Claim claim = store.claim(request("a"));
                        Duration took = Duration.ofNanos(System.nanoTime() - began);
                        assertThat(claim).isEqualTo(new Claim.InProgress(Duration.ZERO));
                        if (place != Place.MYSQL_STATEMENTS) {
                          assertThat(took).isLessThan(AT_ONCE);
                        }
                        effect(tables, "c");
                      })); // F16
      manager.commit(first);
      assertThat(effects(tables)).isEqualTo(3);
      Claim again = tables.transactions().execute(status -> store.claim(request("a")));
      assertThat(Tables.outcome(again)).isEqualTo("paid");
    }
  }

  @ParameterizedTest
  @EnumSource
  void claimThatIsNotCommittedIsInProgressForALeaseToo(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore lease = tables.leasing();
      PlatformTransactionManager manager = new JdbcTransactionManager(tables.source());
      TransactionStatus first = manager.getTransaction(TransactionDefinition.withDefaults());
      claimed(tables.atomic(), "a");
      if (place != Place.MYSQL_STATEMENTS) {
        InOtherThread.run(
            () ->
                assertThat(lease.claim(request("a")))
                    .isEqualTo(new Claim.InProgress(Duration.ZERO)));
      }
      InOtherThread.run(() -> assertThat(lease.find(key("a"))).isEmpty());
      manager.rollback(first);
      claimed(lease, "a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyRefusalLeavesTheTransactionFreeToCommit(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore lease = tables.leasing();
      JdbcIdempotencyStore store = tables.atomic();
      lease.complete(claimed(lease, "done"), Tables.done("x"));
      claimed(lease, "held");
      lease.doubt(claimed(lease, "doubted"), "why");
      claimed(lease, request(newOwner(), LEASE, Takeover.AFTER_LEASE, "free", "other"));
      ClaimRequest several =
          request(newOwner(), LEASE, Takeover.AFTER_LEASE, "a", "b", "done", "e", "f");
      tables
          .transactions()
          .executeWithoutResult(
              status -> {
                effect(tables, "before");
                assertThat(store.claim(request("done"))).isInstanceOf(Claim.Replay.class);
                assertThat(store.claim(request("held"))).isInstanceOf(Claim.InProgress.class);
                assertThat(store.claim(request("doubted"))).isInstanceOf(Claim.InDoubt.class);
                assertThat(store.claim(request("free"))).isInstanceOf(Claim.KeyReused.class);
                assertThat(store.claim(several)).isInstanceOf(Claim.KeyReused.class);
                effect(tables, "after");
              }); // F16
      assertThat(effects(tables)).isEqualTo(2);
      assertThat(lease.find(key("a"))).isEmpty();
      assertThat(lease.find(key("f"))).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void severalKeysAreOneRecordInTheTransaction(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.atomic();
      ClaimRequest all = request(newOwner(), LEASE, Takeover.AFTER_LEASE, "a", "b", "c");
      Ticket ticket =
          tables
              .transactions()
              .execute(
                  status -> {
                    Ticket it = claimed(store, all);
                    assertThat(store.doubt(it, "why")).isTrue();
                    assertThat(store.complete(it, Tables.done("x"))).isTrue();
                    assertThat(store.release(it)).isFalse();
                    return it;
                  });
      assertThat(ticket).isNotNull();
      ticket
          .keys()
          .forEach(
              it ->
                  assertThat(store.find(it).orElseThrow().state())
                      .isEqualTo(RecordView.State.COMPLETED));
    }
  }

  @ParameterizedTest
  @EnumSource
  void leaseThatEndedIsTakenOverInTheTransaction(Place place) {
    try (Tables tables = place.open(POOL)) {
      Ticket late = claimed(tables.leasing(), "a");
      tables.age(LEASE);
      JdbcIdempotencyStore store = tables.atomic();
      tables
          .transactions()
          .executeWithoutResult(
              status -> {
                Ticket ticket = claimed(store, "a");
                assertThat(ticket.fence()).isGreaterThan(late.fence());
                status.setRollbackOnly();
              });
      assertThat(tables.leasing().renew(late, LEASE)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
  void connectionThatBreaksLeavesNothing(Place place) throws SQLException {
    try (Tables tables = place.open(POOL)) {
      String url = tables.database().jdbcUrl();
      Connection connection =
          DriverManager.getConnection(
              url, tables.database().username(), tables.database().password());
      SingleConnectionDataSource doomed = new SingleConnectionDataSource(connection, true);
      JdbcIdempotencyStore store = JdbcIdempotencyStore.atomic(doomed);
      TransactionTemplate transactions =
          new TransactionTemplate(new JdbcTransactionManager(doomed));
      assertThatThrownBy(
              () ->
                  transactions.executeWithoutResult(
                      status -> {
                        store.complete(claimed(store, "a"), Tables.done("x"));
                        close(connection);
                      }))
          .isInstanceOf(RuntimeException.class);
      JdbcIdempotencyStore lease = tables.leasing();
      Eventually.value(() -> lease.claim(request("a")), Claim.Acquired.class::isInstance, PATIENCE);
    }
  }

  private static void close(Connection connection) {
    try {
      connection.abort(Runnable::run);
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void transactionOlderThanTheLeaseClaimsForAWholeLease(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.atomic();
      Duration lease = Duration.ofMillis(200);
      tables
          .transactions()
          .executeWithoutResult(
              status -> {
                tables.sql().execute("SELECT 1");
                long began = System.nanoTime();
                Eventually.until(() -> System.nanoTime() - began > 2 * lease.toNanos(), PATIENCE);
                Ticket ticket = claimed(store, request(newOwner(), lease, Takeover.NEVER, "a"));
                assertThat(store.find(ticket.primary()).orElseThrow().state())
                    .isEqualTo(RecordView.State.IN_PROGRESS); // C131
                assertThat(store.complete(ticket, Tables.done("x"))).isTrue();
              });
      assertThat(store.find(key("a"))).isPresent();
    }
  }
}
