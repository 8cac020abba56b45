package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.LEASE;
import static io.paidonce.jdbc.Tables.claimed;
import static io.paidonce.jdbc.Tables.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.ClaimContendedException;
import io.paidonce.Execution;
import io.paidonce.IdempotencyEngine;
import io.paidonce.Layer;
import io.paidonce.Operation;
import io.paidonce.Outage;
import io.paidonce.OwnershipLostException;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Effects that only the owner of a lease commits. */
class FenceTest {

  private static final int POOL = 3;

  private static Tables withEffects(Place place) {
    Tables tables = place.open(POOL);
    tables.sql().execute("CREATE TABLE effect (id VARCHAR(20) PRIMARY KEY)");
    return tables;
  }

  private static void effect(Tables tables, Ticket ticket) {
    JdbcFence fence = new JdbcFence(tables.source());
    tables
        .transactions()
        .executeWithoutResult(
            status -> {
              tables.sql().update("INSERT INTO effect (id) VALUES ('a')");
              fence.requireOwned(ticket);
            });
  }

  private static long effects(Tables tables) {
    Long count = tables.sql().queryForObject("SELECT COUNT(*) FROM effect", Long.class);
    return count == null ? -1 : count;
  }

  @ParameterizedTest
  @EnumSource
  void effectOfALateOwnerIsRolledBack(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore store = tables.leasing();
      Ticket late = claimed(store, "a");
      tables.age(LEASE);
      Ticket owner = claimed(store, "a");
      assertThatThrownBy(() -> effect(tables, late)).isInstanceOf(OwnershipLostException.class);
      assertThat(effects(tables)).isZero();
      effect(tables, owner);
      assertThat(effects(tables)).isEqualTo(1);
      assertThat(store.complete(owner, Tables.done("x"))).isTrue();
      assertThatThrownBy(() -> effect(tables, owner)).isInstanceOf(RuntimeException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void claimOfSeveralKeysIsOwnedIfAllAre(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore store = tables.leasing();
      Ticket ticket =
          claimed(store, request(Tables.newOwner(), LEASE, Takeover.AFTER_LEASE, "a", "b", "c"));
      effect(tables, ticket);
      store.free(ticket.keys().get(2), true);
      tables.sql().update("DELETE FROM effect");
      assertThatThrownBy(() -> effect(tables, ticket)).isInstanceOf(OwnershipLostException.class);
    }
  }

  /** The takeover is committed after the snapshot of the late owner's transaction. */
  @ParameterizedTest
  @EnumSource
  void snapshotDoesNotHideATakeover(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore store = tables.leasing();
      Ticket late = claimed(store, "a");
      tables.age(LEASE);
      JdbcFence fence = new JdbcFence(tables.source());
      assertThatThrownBy(
              () ->
                  tables
                      .repeatableReads()
                      .executeWithoutResult(
                          status -> {
                            tables.sql().queryForList("SELECT state FROM paidonce_idempotency");
                            InOtherThread.run(() -> claimed(store, "a"));
                            fence.requireOwned(late);
                          }))
          .isInstanceOfAny(OwnershipLostException.class, ClaimContendedException.class);
    }
  }

  @Test
  void runningWorkAsksForItself() {
    try (Tables tables = withEffects(Place.H2);
        IdempotencyEngine engine = IdempotencyEngine.plain()) {
      JdbcFence fence = new JdbcFence(tables.source());
      Operation<String> operation = Operation.of("pay", String.class);
      engine
          .template(Layer.lease(tables.leasing(), Outage.FAIL))
          .call(
              operation,
              operation.key("a"),
              null,
              execution ->
                  tables
                      .transactions()
                      .execute(
                          status -> {
                            fence.requireOwned(Execution.current().orElseThrow());
                            return "paid";
                          }));
      assertThatThrownBy(
              () -> fence.requireOwned(new Ticket(java.util.List.of(operation.key("a")), "o", 1)))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
