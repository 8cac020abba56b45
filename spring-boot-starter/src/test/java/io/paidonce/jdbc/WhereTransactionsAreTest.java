package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.claimed;
import static io.paidonce.jdbc.Tables.key;
import static io.paidonce.jdbc.Tables.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.IdempotencyStore.Freed;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Which store works inside a transaction, and which outside. */
class WhereTransactionsAreTest {

  @Test
  void leaseInsideATransactionIsRefusedBeforeItTakesASecondConnection() {
    try (Tables tables = Place.H2.open(1)) {
      JdbcIdempotencyStore store = tables.leasing();
      Ticket ticket = claimed(store, "a");
      tables
          .transactions()
          .executeWithoutResult(
              status -> {
                assertThatThrownBy(() -> store.claim(request("a")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("around the transaction")
                    .hasMessageContaining("UNIQUE"); // C156, C157
                assertThatThrownBy(() -> store.renew(ticket, Tables.LEASE))
                    .isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> store.find(key("a")))
                    .isInstanceOf(IllegalStateException.class);
              });
    }
  }

  @Test
  void leaseInsideATransactionOfAnotherDataSourceIsClaimed() {
    try (Tables tables = Place.H2.open(1);
        Tables other = Place.H2.open(1)) {
      JdbcIdempotencyStore store = tables.leasing();
      other.transactions().executeWithoutResult(status -> claimed(store, "a"));
      assertThat(store.find(key("a"))).isPresent();
    }
  }

  @Test
  void recordOutsideATransactionIsRefused() {
    try (Tables tables = Place.H2.open(1);
        Tables other = Place.H2.open(1)) {
      JdbcIdempotencyStore store = tables.atomic();
      assertRefused(store);
      other.transactions().executeWithoutResult(status -> assertRefused(store));
      TransactionTemplate supports = tables.transactions();
      supports.setPropagationBehavior(TransactionDefinition.PROPAGATION_SUPPORTS);
      supports.executeWithoutResult(status -> assertRefused(store));
      assertThat(store.find(key("a"))).isEmpty();
      assertThat(store.free(key("a"), true)).isEqualTo(Freed.ABSENT);
      assertThat(store.purge(1)).isZero();
    }
  }

  /** Spring lends out such a connection as if it were part of a transaction. */
  @Test
  void recordOnAConnectionThatCommitsByItselfIsRefused() {
    try (Tables tables = Place.H2.open(1);
        Tables other = Place.H2.open(1)) {
      JdbcIdempotencyStore store = tables.atomic();
      other
          .transactions()
          .executeWithoutResult(
              status -> {
                tables.sql().queryForList("SELECT state FROM paidonce_idempotency");
                assertRefused(store);
              });
    }
  }

  private static void assertRefused(JdbcIdempotencyStore store) {
    assertThatThrownBy(() -> store.claim(request("a")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("transactional");
  }

  @Test
  void proxyThatHandsOutTheTransactionsConnectionIsLookedBehind() {
    try (Tables tables = Place.H2.open(1)) {
      TransactionAwareDataSourceProxy proxy = new TransactionAwareDataSourceProxy(tables.source());
      JdbcIdempotencyStore record = JdbcIdempotencyStore.atomic(proxy);
      JdbcIdempotencyStore lease = JdbcIdempotencyStore.leasing(proxy);
      tables
          .transactions()
          .executeWithoutResult(
              status -> {
                claimed(record, "a");
                assertThatThrownBy(() -> lease.claim(request("b")))
                    .isInstanceOf(IllegalStateException.class);
              });
      claimed(lease, "b");
    }
  }

  @ParameterizedTest
  @EnumSource
  void connectionIsGivenBackAsItWasFound(Place place) throws SQLException {
    try (Tables tables = place.open(1)) {
      String before = settings(tables);
      Ticket ticket =
          claimed(
              tables.leasing(),
              request(Tables.newOwner(), Tables.LEASE, Takeover.NEVER, "a", "b", "c"));
      tables.leasing().complete(ticket, Tables.done("x"));
      JdbcIdempotencyStore record = tables.atomic();
      tables.transactions().executeWithoutResult(status -> claimed(record, "d"));
      assertThat(settings(tables)).isEqualTo(before);
    }
  }

  private static String settings(Tables tables) throws SQLException {
    String session =
        switch (tables.place().engine()) {
          case H2 -> "SELECT CONCAT(LOCK_TIMEOUT(), '')";
          case POSTGRESQL -> "SELECT current_setting('lock_timeout')";
          case MARIADB -> "SELECT CONCAT(@@innodb_lock_wait_timeout, ' ', @@max_statement_time)";
        };
    try (Connection connection = tables.source().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(session)) {
      row.next();
      return row.getString(1)
          + " "
          + statement.getQueryTimeout()
          + " "
          + connection.getNetworkTimeout()
          + " "
          + connection.getAutoCommit();
    }
  }

  /** A server that rolls a whole transaction back when one statement has waited too long. */
  @Test
  void recordOnAServerThatWouldLoseTheTransactionsWorkIsRefused() {
    try (DatabaseServer server = DatabaseServer.mariaDb("--innodb-rollback-on-timeout=ON")) {
      Database database = server.freshDatabase();
      Tables.create(database.dataSource());
      JdbcIdempotencyStore record = JdbcIdempotencyStore.atomic(database.dataSource());
      TransactionTemplate transactions =
          new TransactionTemplate(new JdbcTransactionManager(database.dataSource()));
      assertThatThrownBy(
              () -> transactions.executeWithoutResult(status -> record.claim(request("a"))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("innodb_rollback_on_timeout");
      claimed(JdbcIdempotencyStore.leasing(database.dataSource()), "a");
      database.release();
    }
  }
}
