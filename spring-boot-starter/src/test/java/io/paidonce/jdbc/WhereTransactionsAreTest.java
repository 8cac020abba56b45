package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.claimed;
import static io.paidonce.jdbc.Tables.key;
import static io.paidonce.jdbc.Tables.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.IdempotencyStore.Freed;
import io.paidonce.Ticket;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
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

  @Test
  void connectionIsGivenBackAsItWasFound() {
    try (Tables tables = Place.MARIADB.open(1)) {
      JdbcIdempotencyStore store = tables.leasing();
      JdbcTemplate sql = tables.sql();
      String settings =
          "SELECT CONCAT(@@autocommit, ' ', @@innodb_lock_wait_timeout, ' ', @@max_statement_time)";
      String before = sql.queryForObject(settings, String.class);
      claimed(
          store,
          request(Tables.newOwner(), Tables.LEASE, io.paidonce.Takeover.NEVER, "a", "b", "c"));
      claimed(store, "d");
      assertThat(sql.queryForObject(settings, String.class)).isEqualTo(before);
    }
  }
}
