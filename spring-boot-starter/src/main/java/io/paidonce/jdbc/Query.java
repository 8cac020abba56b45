package io.paidonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection on which one step runs its statements, each with the same limit of time.
 *
 * @param timeoutSeconds for each statement; zero for none
 */
record Query(Connection connection, Dialect dialect, int timeoutSeconds) {

  /** What is read off one row. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** The same without a limit, for statements that bring their own. */
  Query unlimited() {
    return new Query(connection, dialect, 0);
  }

  int update(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    }
  }

  <T> @Nullable T first(String sql, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    List<T> rows = all(sql, reader, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  <T> List<T> all(String sql, RowReader<T> reader, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values);
        ResultSet result = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(reader.read(result));
      }
      return rows;
    }
  }

  private PreparedStatement prepare(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      if (timeoutSeconds > 0) {
        statement.setQueryTimeout(timeoutSeconds);
      }
      for (int i = 0; i < values.length; i++) {
        bind(statement, i + 1, values[i]);
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    if (value == null) {
      statement.setNull(index, Types.BINARY);
    } else if (value instanceof byte[] bytes) {
      statement.setBytes(index, bytes);
    } else if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof Integer number) {
      statement.setInt(index, number);
    } else {
      statement.setString(index, value.toString());
    }
  }
}
