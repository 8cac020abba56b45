package io.paidonce.testkit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Moves the time of a database by ageing what is stored in it.
 *
 * <p>Leases, retention and next attempts are compared with the clock of the database, which no test
 * can move. Subtracting a duration from each stored instant has the same effect. The columns hold
 * epoch milliseconds; NULL stays NULL.
 */
public final class TimeShift {

  private static final Pattern COLUMN =
      Pattern.compile("([a-z][a-z0-9_]*)\\.([a-z][a-z0-9_]*_(?:at|until)_ms)");

  private final Map<String, List<String>> columnsByTable = new LinkedHashMap<>();

  private TimeShift(String... columns) {
    for (String column : columns) {
      Matcher matcher = COLUMN.matcher(column);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            column + " is not table.column with a column that ends with _at_ms or _until_ms");
      }
      columnsByTable
          .computeIfAbsent(matcher.group(1), t -> new ArrayList<>())
          .add(matcher.group(2));
    }
    if (columnsByTable.isEmpty()) {
      throw new IllegalArgumentException("no columns to age");
    }
  }

  /** A shift of these columns, each written as {@code table.column}. */
  public static TimeShift of(String... columns) {
    return new TimeShift(columns);
  }

  /**
   * Makes it this much later for the stored rows, in one transaction.
   *
   * @return how many rows were aged, over all tables
   */
  public long forward(DataSource dataSource, Duration duration) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try {
        long rows = 0;
        for (Map.Entry<String, List<String>> table : columnsByTable.entrySet()) {
          rows += age(connection, table.getKey(), table.getValue(), duration.toMillis());
        }
        connection.commit();
        return rows;
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  private static int age(Connection connection, String table, List<String> columns, long millis)
      throws SQLException {
    List<String> settings = columns.stream().map(c -> c + " = " + c + " - ?").toList();
    String sql = "UPDATE " + table + " SET " + String.join(", ", settings);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 1; i <= columns.size(); i++) {
        statement.setLong(i, millis);
      }
      return statement.executeUpdate();
    }
  }
}
