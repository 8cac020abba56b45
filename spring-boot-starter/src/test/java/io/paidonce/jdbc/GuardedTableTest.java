package io.paidonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.ColumnChange;
import io.paidonce.Condition;
import io.paidonce.ConditionalChange;
import io.paidonce.GuardedTable;
import io.paidonce.StateChange;
import io.paidonce.StateTable;
import io.paidonce.VersionChange;
import io.paidonce.testkit.load.Simultaneously;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes that carry their own guard. */
class GuardedTableTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int POOL = 10;

  private enum State {
    CREATED,
    PAID,
    SHIPPED,
    CLOSED
  }

  private static final StateTable<State> STATES =
      StateTable.of(State.class)
          .allow(State.CREATED, State.PAID, State.CLOSED)
          .allow(State.PAID, State.SHIPPED)
          .beyond(State.SHIPPED, State.PAID);

  private static final GuardedTable SALES = new GuardedTable("sale", "id");

  private static Tables open(Place place) {
    Tables tables = place.open(POOL);
    tables
        .sql()
        .execute(
            "CREATE TABLE sale (id BIGINT PRIMARY KEY, state VARCHAR(20), version BIGINT NOT NULL,"
                + " balance BIGINT, flag VARCHAR(20), note VARCHAR(20), fence BIGINT)");
    tables
        .sql()
        .update(
            "INSERT INTO sale (id, state, version, balance, flag, fence)"
                + " VALUES (1, 'CREATED', 1, 100, 'none', 0)");
    return tables;
  }

  @FunctionalInterface
  private interface Change<T> {
    T on(Connection connection) throws SQLException;
  }

  private static <T> T in(TransactionTemplate transactions, Tables tables, Change<T> change) {
    return transactions.execute(
        status -> {
          Connection connection = DataSourceUtils.getConnection(tables.source());
          try {
            return change.on(connection);
          } catch (SQLException e) {
            throw new IllegalStateException(e.getSQLState(), e);
          } finally {
            DataSourceUtils.releaseConnection(connection, tables.source());
          }
        });
  }

  private static <T> T committed(Tables tables, Change<T> change) {
    return in(tables.transactions(), tables, change);
  }

  private static StateChange<State> to(Tables tables, State state) {
    return committed(tables, c -> SALES.toState(c, 1L, "state", STATES, state));
  }

  private static @Nullable String column(Tables tables, String column) {
    return tables.sql().queryForObject("SELECT " + column + " FROM sale", String.class);
  }

  @ParameterizedTest
  @EnumSource
  void stateThatIsReachedAgainIsASuccessThatChangesNothing(Place place) {
    try (Tables tables = open(place)) {
      assertThat(to(tables, State.PAID)).isEqualTo(new StateChange.Changed<>(State.PAID));
      assertThat(to(tables, State.PAID))
          .isEqualTo(new StateChange.AlreadyThere<>(State.PAID)); // C62, F39
      assertThat(to(tables, State.CLOSED)).isEqualTo(new StateChange.Conflict<>(State.PAID));
      assertThat(to(tables, State.SHIPPED)).isEqualTo(new StateChange.Changed<>(State.SHIPPED));
      assertThat(to(tables, State.PAID))
          .isEqualTo(new StateChange.AlreadyThere<>(State.SHIPPED)); // C56
      assertThat(to(tables, State.CREATED)).isEqualTo(new StateChange.Conflict<>(State.SHIPPED));
      assertThat(column(tables, "state")).isEqualTo("SHIPPED");
      StateChange<State> missing =
          committed(tables, c -> SALES.toState(c, 2L, "state", STATES, State.PAID));
      assertThat(missing).isEqualTo(new StateChange.Missing<>());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatBelongsToAStateChangesWithItOrNotAtAll(Place place) {
    try (Tables tables = open(place)) {
      for (String note : List.of("first", "second")) {
        committed(
            tables,
            c ->
                SALES.toState(
                    c,
                    1L,
                    "state",
                    STATES,
                    State.PAID,
                    ColumnChange.set("note", note),
                    ColumnChange.set("flag", null),
                    ColumnChange.add("balance", 5)));
      }
      assertThat(column(tables, "note")).isEqualTo("first");
      assertThat(column(tables, "flag")).isNull();
      assertThat(column(tables, "balance")).isEqualTo("105");
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofManyThatChangeAStateAtOnceOneDoes(Place place) {
    try (Tables tables = open(place)) {
      List<StateChange<State>> changes =
          Simultaneously.run(32, PATIENCE, () -> to(tables, State.PAID)).all();
      assertThat(changes).filteredOn(StateChange.Changed.class::isInstance).hasSize(1);
      assertThat(changes).filteredOn(StateChange.AlreadyThere.class::isInstance).hasSize(31);
    }
  }

  /** The snapshot shows the row before the change, the answer is about the row as it is. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MARIADB_FOUND_ROWS"})
  void snapshotDoesNotHideWhatTheRowIsNow(Place place) {
    try (Tables tables = open(place)) {
      StateChange<State> change =
          in(
              tables.repeatableReads(),
              tables,
              c -> {
                tables.sql().queryForList("SELECT state FROM sale");
                InOtherThread.run(() -> to(tables, State.PAID));
                return SALES.toState(c, 1L, "state", STATES, State.PAID);
              });
      assertThat(change).isEqualTo(new StateChange.AlreadyThere<>(State.PAID)); // F39
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "POSTGRESQL"})
  void transactionWhoseSnapshotIsTooOldIsEndedByTheDatabase(Place place) {
    try (Tables tables = open(place)) {
      assertThatThrownBy(
              () ->
                  in(
                      tables.repeatableReads(),
                      tables,
                      c -> {
                        tables.sql().queryForList("SELECT state FROM sale");
                        InOtherThread.run(() -> to(tables, State.PAID));
                        return SALES.toState(c, 1L, "state", STATES, State.PAID);
                      }))
          .hasMessage("40001");
      assertThat(column(tables, "state")).isEqualTo("PAID");
    }
  }

  private static VersionChange at(Tables tables, long version, ColumnChange... changes) {
    return committed(tables, c -> SALES.atVersion(c, 1L, "version", version, changes));
  }

  @ParameterizedTest
  @EnumSource
  void staleVersionIsRefusedAgainAndAgain(Place place) {
    try (Tables tables = open(place)) {
      assertThat(at(tables, 1, ColumnChange.set("note", "a")))
          .isEqualTo(new VersionChange.Updated(2));
      for (int i = 0; i < 2; i++) {
        assertThat(at(tables, 1, ColumnChange.set("note", "b")))
            .isEqualTo(new VersionChange.Conflict(2)); // F41
      }
      assertThat(column(tables, "note")).isEqualTo("a");
      assertThat(at(tables, 2)).isEqualTo(new VersionChange.Updated(3));
      VersionChange missing = committed(tables, c -> SALES.atVersion(c, 2L, "version", 1));
      assertThat(missing).isEqualTo(new VersionChange.Missing());
    }
  }

  @ParameterizedTest
  @EnumSource
  void noUpdateIsLostAndNoOtherColumnIsWritten(Place place) {
    try (Tables tables = open(place)) {
      List<Callable<Boolean>> work = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        work.add(
            () -> {
              VersionChange change;
              do {
                long version = Long.parseLong(String.valueOf(column(tables, "version")));
                change = at(tables, version, ColumnChange.add("balance", 1));
              } while (change instanceof VersionChange.Conflict);
              return change instanceof VersionChange.Updated;
            });
      }
      work.add(() -> tables.sql().update("UPDATE sale SET flag = 'set by another'") == 1);
      assertThat(Simultaneously.run(work, PATIENCE).all()).doesNotContain(false);
      assertThat(column(tables, "balance")).isEqualTo("116");
      assertThat(column(tables, "version")).isEqualTo("17");
      assertThat(column(tables, "flag")).isEqualTo("set by another"); // F42
    }
  }

  private static ConditionalChange spend(Tables tables, long id, long amount) {
    return committed(
        tables,
        c ->
            SALES.where(
                c,
                id,
                List.of(Condition.atLeast("balance", amount)),
                ColumnChange.add("balance", -amount)));
  }

  @ParameterizedTest
  @EnumSource
  void balanceIsSpentAsFarAsItGoes(Place place) {
    try (Tables tables = open(place)) {
      List<ConditionalChange> changes =
          Simultaneously.run(32, PATIENCE, () -> spend(tables, 1, 7)).all();
      assertThat(changes).filteredOn(ConditionalChange.Applied.class::isInstance).hasSize(14);
      assertThat(changes).filteredOn(ConditionalChange.Refused.class::isInstance).hasSize(18);
      assertThat(column(tables, "balance")).isEqualTo("2");
      assertThat(spend(tables, 2, 1)).isEqualTo(new ConditionalChange.Missing());
      tables.sql().update("UPDATE sale SET balance = NULL");
      assertThat(spend(tables, 1, 1)).isEqualTo(new ConditionalChange.Refused());
    }
  }

  /** MariaDB's driver may count rows changed, and a row with the same values is none. */
  @ParameterizedTest
  @EnumSource
  void changeToWhatIsThereAlreadyIsApplied(Place place) {
    try (Tables tables = open(place)) {
      for (int i = 0; i < 2; i++) {
        ConditionalChange change =
            committed(
                tables,
                c ->
                    SALES.where(
                        c,
                        1L,
                        List.of(Condition.atMost("balance", 100), Condition.equal("id", 1L)),
                        ColumnChange.set("flag", "on")));
        assertThat(change).isEqualTo(new ConditionalChange.Applied());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void writeOfALateOwnerIsRefusedByTheFenceInTheRow(Place place) {
    try (Tables tables = open(place)) {
      for (long fence : new long[] {5, 9, 7}) {
        ConditionalChange change =
            committed(
                tables,
                c ->
                    SALES.where(
                        c,
                        1L,
                        List.of(Condition.below("fence", fence)),
                        ColumnChange.set("fence", fence),
                        ColumnChange.set("note", "by " + fence)));
        assertThat(change)
            .isEqualTo(
                fence == 7 ? new ConditionalChange.Refused() : new ConditionalChange.Applied());
      }
      assertThat(column(tables, "note")).isEqualTo("by 9"); // F11
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutATransactionEachChangeIsStillOne(Place place) throws SQLException {
    try (Tables tables = open(place);
        Connection connection = tables.source().getConnection()) {
      assertThat(SALES.toState(connection, 1L, "state", STATES, State.PAID))
          .isEqualTo(new StateChange.Changed<>(State.PAID));
      assertThat(SALES.toState(connection, 1L, "state", STATES, State.CLOSED))
          .isEqualTo(new StateChange.Conflict<>(State.PAID));
      assertThat(SALES.atVersion(connection, 1L, "version", 7))
          .isEqualTo(new VersionChange.Conflict(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1a", "a b", "a;b", "a--", "\"a\"", "a.b.c", "a'", "a)", "\u00e4"})
  void namesThatAreNotPlainAreRefused(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> new GuardedTable(name, "id"));
    assertThatIllegalArgumentException().isThrownBy(() -> new GuardedTable("sale", name));
    assertThatIllegalArgumentException().isThrownBy(() -> ColumnChange.set(name, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Condition.equal(name, 1));
  }

  @Test
  void changesThatMeanNothingAreRefused() throws SQLException {
    try (Tables tables = open(Place.H2);
        Connection connection = tables.source().getConnection()) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> SALES.atVersion(connection, 1L, "version", 1, ColumnChange.set("version", 7)));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SALES.where(connection, 1L, List.of(), ColumnChange.set("note", 7)));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SALES.where(connection, 1L, List.of(Condition.equal("note", 7))));
      assertThatIllegalArgumentException().isThrownBy(() -> Condition.in("note", List.of()));
    }
  }
}
