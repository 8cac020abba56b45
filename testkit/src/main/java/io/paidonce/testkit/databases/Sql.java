package io.paidonce.testkit.databases;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Single statements outside any pool, for the life of servers and databases. */
final class Sql {

  /** Longest wait for a server to accept connections, with other builds on the machine. */
  static final Duration START_MAX = Duration.ofSeconds(60);

  private Sql() {}

  static boolean connects(String url, String username, String password) {
    try (Connection connection = DriverManager.getConnection(url, username, password)) {
      return connection.isValid(5);
    } catch (SQLException e) {
      return false;
    }
  }

  static void run(String url, String username, String password, String sql) {
    try (Connection connection = DriverManager.getConnection(url, username, password);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("failed: " + sql + " on " + url, e);
    }
  }
}
