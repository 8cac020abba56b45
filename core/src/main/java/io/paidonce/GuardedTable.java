package io.paidonce;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of an application, whose rows are changed by one statement that carries its own guard:
 * {@code UPDATE ... WHERE id = ? AND <guard>}. It changes the named columns and no others, so that
 * what somebody else wrote into the row stays.
 *
 * <p>A statement that changes no row has not failed: the row is locked and read, and the answer
 * says which case it is. Call it in the transaction of everything else that belongs to the change;
 * the lock then lasts until its end. If the database ends the transaction in favour of another one,
 * as PostgreSQL does under REPEATABLE READ, its {@link SQLException} comes out, and the transaction
 * begins again.
 *
 * <p>Names are checked to be plain ones, values are parameters only. On PostgreSQL, MariaDB, MySQL
 * and H2, whichever rows their drivers count. Immutable.
 */
public final class GuardedTable {

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}(\\.[A-Za-z_][A-Za-z0-9_]{0,62})?");

  private static final int TRIES_MAX = 3;

  private final String table;
  private final String idColumn;

  /**
   * A table and the column that finds one row of it.
   *
   * @throws IllegalArgumentException for a name that would need quotes; one of a schema may stand
   *     before the table's
   */
  public GuardedTable(String table, String idColumn) {
    this.table = name(table);
    this.idColumn = name(idColumn);
  }

  static String name(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("\"" + name + "\" is no plain name of SQL");
    }
    return name;
  }

  /**
   * Brings a row into a state, if the table of states allows it from where the row is.
   *
   * @param column holds the name of the state
   * @param more what else changes with the state
   */
  public <S extends Enum<S>> StateChange<S> toState(
      Connection connection,
      Object id,
      String column,
      StateTable<S> states,
      S to,
      ColumnChange... more)
      throws SQLException {
    List<ColumnChange> changes = changes(ColumnChange.set(column, to.name()), more);
    List<String> sources = states.sources(to).stream().map(Enum::name).toList();
    for (int i = 1; ; i++) {
      if (!sources.isEmpty()
          && changed(connection, id, changes, List.of(Condition.in(column, sources)))) {
        return new StateChange.Changed<>(to);
      }
      String name = locked(connection, id, name(column), List.of(), row -> row.getString(1));
      if (name == null) {
        return new StateChange.Missing<>();
      }
      S actual = states.named(name);
      if (states.reachedIn(actual, to)) {
        return new StateChange.AlreadyThere<>(actual);
      }
      if (!states.allows(actual, to) || i == TRIES_MAX) {
        return new StateChange.Conflict<>(actual);
      }
    }
  }

  /**
   * Changes a row that is still at the version that was read, and raises the version by one.
   *
   * @param column holds the version, a whole number
   */
  public VersionChange atVersion(
      Connection connection, Object id, String column, long expected, ColumnChange... changes)
      throws SQLException {
    List<ColumnChange> all = changes(ColumnChange.set(column, expected + 1), changes);
    for (int i = 1; ; i++) {
      if (changed(connection, id, all, List.of(Condition.equal(column, expected)))) {
        return new VersionChange.Updated(expected + 1);
      }
      Long actual = locked(connection, id, name(column), List.of(), row -> row.getLong(1));
      if (actual == null) {
        return new VersionChange.Missing();
      }
      if (actual != expected || i == TRIES_MAX) {
        return new VersionChange.Conflict(actual);
      }
    }
  }

  /**
   * Changes a row for which all conditions hold, such as a balance that suffices:
   *
   * <pre>{@code
   * accounts.where(connection, id,
   *     List.of(Condition.atLeast("balance_minor", price)),
   *     ColumnChange.add("balance_minor", -price));
   * }</pre>
   *
   * <p>Or a row that no later owner of a lease has written yet, whose fence is kept in it:
   *
   * <pre>{@code
   * shipments.where(connection, id,
   *     List.of(Condition.below("fence", execution.fence())),
   *     ColumnChange.set("fence", execution.fence()), ColumnChange.set("parcel", parcel));
   * }</pre>
   */
  public ConditionalChange where(
      Connection connection, Object id, List<Condition> conditions, ColumnChange... changes)
      throws SQLException {
    if (conditions.isEmpty() || changes.length == 0) {
      throw new IllegalArgumentException("a change under conditions has some of both");
    }
    List<ColumnChange> all = changes(changes[0], List.of(changes).subList(1, changes.length));
    for (int i = 1; ; i++) {
      if (changed(connection, id, all, conditions)) {
        return new ConditionalChange.Applied();
      }
      Boolean holds = holds(connection, id, conditions);
      if (holds == null) {
        return new ConditionalChange.Missing();
      }
      if (!holds) {
        return new ConditionalChange.Refused();
      }
      if (i == TRIES_MAX) {
        return whatChangesNothing(all);
      }
    }
  }

  /** A driver that counts rows changed does not count one that has these values already. */
  private static ConditionalChange whatChangesNothing(List<ColumnChange> changes) {
    return changes.stream().anyMatch(ColumnChange::added)
        ? new ConditionalChange.Refused()
        : new ConditionalChange.Applied();
  }

  private @Nullable Boolean holds(Connection connection, Object id, List<Condition> conditions)
      throws SQLException {
    String all = String.join(" AND ", conditions.stream().map(Condition::sql).toList());
    List<Object> values = conditions.stream().flatMap(it -> it.values().stream()).toList();
    String holds = "CASE WHEN " + all + " THEN 1 ELSE 0 END";
    return locked(connection, id, holds, values, row -> row.getInt(1) == 1);
  }

  private static List<ColumnChange> changes(ColumnChange first, ColumnChange... more) {
    return changes(first, List.of(more));
  }

  private static List<ColumnChange> changes(ColumnChange first, List<ColumnChange> more) {
    List<ColumnChange> all = new ArrayList<>(List.of(first));
    all.addAll(more);
    Set<String> columns = new HashSet<>();
    for (ColumnChange change : all) {
      if (!columns.add(change.column())) {
        throw new IllegalArgumentException("column " + change.column() + " changes twice");
      }
    }
    return all;
  }

  private boolean changed(
      Connection connection, Object id, List<ColumnChange> changes, List<Condition> conditions)
      throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    StringBuilder sql = new StringBuilder("UPDATE ").append(table).append(" SET ");
    sql.append(String.join(", ", changes.stream().map(ColumnChange::sql).toList()));
    changes.forEach(change -> values.add(change.value()));
    sql.append(" WHERE ").append(idColumn).append(" = ?");
    values.add(id);
    for (Condition condition : conditions) {
      sql.append(" AND ").append(condition.sql());
      values.addAll(condition.values());
    }
    try (PreparedStatement statement = connection.prepareStatement(sql.toString())) {
      bind(statement, values);
      int rows = statement.executeUpdate();
      if (rows > 1) {
        throw new IllegalStateException(
            rows + " rows of " + table + " have one " + idColumn + ", which is to find one row");
      }
      return rows == 1;
    }
  }

  @FunctionalInterface
  private interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Reads what is committed, or this transaction's own, and keeps it so; null without a row. */
  private <T> @Nullable T locked(
      Connection connection, Object id, String what, List<Object> values, Reader<T> reader)
      throws SQLException {
    String sql = "SELECT " + what + " FROM " + table + " WHERE " + idColumn + " = ? FOR UPDATE";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      List<@Nullable Object> all = new ArrayList<>(values);
      all.add(id);
      bind(statement, all);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? reader.read(row) : null;
      }
    }
  }

  private static void bind(PreparedStatement statement, List<@Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
  }
}
