package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.claimed;
import static io.paidonce.jdbc.Tables.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.Claim;
import io.paidonce.ClaimContendedException;
import io.paidonce.Ticket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions that look at the past: their snapshot is older than the record they meet. */
class IsolationTest {

  private static final int POOL = 3;
  private static final Duration SOON = Duration.ofSeconds(2);

  /** A transaction that has read before another one has completed, and claims the same key then. */
  private static Claim loser(Tables tables, JdbcIdempotencyStore store) {
    return tables
        .repeatableReads()
        .execute(
            status -> {
              tables.sql().queryForList("SELECT state FROM paidonce_idempotency");
              InOtherThread.run(() -> pay(tables, store));
              long began = System.nanoTime();
              try {
                return store.claim(request("a"));
              } finally {
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
              }
            });
  }

  private static void pay(Tables tables, JdbcIdempotencyStore store) {
    tables
        .transactions()
        .executeWithoutResult(
            status -> {
              Ticket ticket = claimed(store, "a");
              assertThat(store.complete(ticket, Tables.done("paid"))).isTrue();
            });
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MARIADB_FOUND_ROWS", "MYSQL_STATEMENTS"})
  void loserSeesTheRecordThatItsSnapshotHides(Place place) {
    try (Tables tables = place.open(POOL)) {
      assertThat(Tables.outcome(loser(tables, tables.atomic()))).isEqualTo("paid"); // F17
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "H2_REGULAR", "POSTGRESQL"})
  void loserWhoseDatabaseHidesTheRecordIsToldToBeginAgain(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.atomic();
      assertThatThrownBy(() -> loser(tables, store))
          .isInstanceOf(ClaimContendedException.class); // F17
      Claim again = tables.repeatableReads().execute(status -> store.claim(request("a")));
      assertThat(Tables.outcome(again)).isEqualTo("paid");
    }
  }

  /** MariaDB's newer default, under which it ends such a transaction. */
  @Test
  void loserUnderMariaDbsSnapshotIsolationIsToldToBeginAgain() {
    try (Tables tables = Place.MARIADB.open(1 + POOL)) {
      JdbcIdempotencyStore store = tables.atomic();
      tables.sql().execute("SET GLOBAL innodb_snapshot_isolation = ON");
      try (Tables strict = Place.MARIADB.open(POOL)) {
        JdbcIdempotencyStore it = strict.atomic();
        assertThatThrownBy(() -> loser(strict, it)).isInstanceOf(ClaimContendedException.class);
        Claim again = strict.repeatableReads().execute(status -> it.claim(request("a")));
        assertThat(Tables.outcome(again)).isEqualTo("paid"); // F17
      } finally {
        tables.sql().execute("SET GLOBAL innodb_snapshot_isolation = OFF");
      }
      pay(tables, store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneAfterTheOtherWorksUnderRepeatableRead(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.atomic();
      tables.leasing().complete(claimed(tables.leasing(), "b"), Tables.done("before"));
      tables
          .repeatableReads()
          .executeWithoutResult(
              status -> {
                tables.sql().queryForList("SELECT state FROM paidonce_idempotency");
                Ticket ticket = claimed(store, "a");
                assertThat(store.complete(ticket, Tables.done("paid"))).isTrue();
                assertThat(Tables.outcome(store.claim(request("a")))).isEqualTo("paid");
                assertThat(Tables.outcome(store.claim(request("b")))).isEqualTo("before");
              });
      Claim again = tables.transactions().execute(status -> store.claim(request("a")));
      assertThat(Tables.outcome(again)).isEqualTo("paid");
    }
  }
}
