package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.claimed;
import static io.paidonce.jdbc.Tables.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.Claim;
import io.paidonce.IdempotencyStore;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Ticket;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.Simultaneously;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that is dead, or whose connections or rows are taken. */
class OutageTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Of a step: the pool's wait for a connection and its check of it, and the step's own limit. */
  private static final Duration BOUND = Duration.ofSeconds(12);

  private static List<Callable<?>> steps(IdempotencyStore store, Ticket ticket) {
    return List.of(
        () -> store.claim(request("b")),
        () -> store.renew(ticket, Tables.LEASE),
        () -> store.complete(ticket, Tables.done("x")),
        () -> store.release(ticket),
        () -> store.doubt(ticket, "why"),
        () -> store.find(ticket.primary()),
        () -> store.free(ticket.primary(), true),
        () -> store.purge(10));
  }

  /** All steps at once, so that a test waits only once. */
  private static void assertUnavailable(IdempotencyStore store, Ticket ticket) {
    List<Callable<Boolean>> checks = new ArrayList<>();
    for (Callable<?> step : steps(store, ticket)) {
      checks.add(
          () -> {
            assertThatThrownBy(step::call)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("jdbc");
            return true;
          });
    }
    Simultaneously.run(checks, BOUND).all();
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void deadServerIsUnavailableAndHasForgottenNothing(Engine engine) {
    try (DatabaseServer server = DatabaseServer.separate(engine)) {
      Database database = server.freshDatabase();
      Tables.create(database.dataSource());
      IdempotencyStore store = JdbcIdempotencyStore.leasing(database.dataSource(), TIMEOUT);
      Ticket ticket = claimed(store, "a");
      server.kill();
      assertUnavailable(store, ticket);
      server.restart();
      Eventually.passes(
          () -> assertThat(store.claim(request("a"))).isInstanceOf(Claim.InProgress.class),
          PATIENCE);
      assertThat(store.complete(ticket, Tables.done("x"))).isTrue();
      database.release();
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void emptyPoolIsUnavailable(Engine engine) throws SQLException {
    Database database = DatabaseServer.of(engine).freshDatabase();
    Tables.create(database.dataSource());
    IdempotencyStore store = JdbcIdempotencyStore.leasing(database.dataSource(), TIMEOUT);
    Ticket ticket = claimed(store, "a");
    List<Connection> taken = new ArrayList<>();
    for (int i = 0; i < Database.POOL_SIZE; i++) {
      taken.add(database.dataSource().getConnection());
    }
    assertUnavailable(store, ticket);
    for (Connection connection : taken) {
      connection.close();
    }
    assertThat(store.release(ticket)).isTrue();
    database.drop();
  }

  /** Somebody else holds the row, and the step gives up in its time. */
  @ParameterizedTest
  @EnumSource
  void rowThatIsLockedIsUnavailableWithinTheLimit(Place place) {
    try (Tables tables = place.open(3)) {
      IdempotencyStore store = JdbcIdempotencyStore.leasing(tables.source(), TIMEOUT);
      Ticket ticket = claimed(store, "a");
      tables
          .transactions()
          .executeWithoutResult(
              status -> {
                tables.sql().update("UPDATE paidonce_idempotency SET note = 'locked'");
                InOtherThread.run(
                    () -> {
                      long began = System.nanoTime();
                      assertThatThrownBy(() -> store.renew(ticket, Tables.LEASE))
                          .isInstanceOf(StoreUnavailableException.class);
                      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(BOUND);
                    });
              });
      assertThat(store.renew(ticket, Tables.LEASE)).isTrue();
    }
  }
}
