package io.paidonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * What differs between the engines, one named expression each. Times are milliseconds since 1970 in
 * UTC by the database's clock, read inside the statement.
 */
enum Dialect {
  /** H2 in its PostgreSQL mode. */
  H2_POSTGRESQL,
  /** H2 in any other mode: it can only be told of a duplicate by its SQL state. */
  H2,
  POSTGRESQL,
  /** MariaDB, and MySQL as far as it is the same. */
  MARIADB,
  MYSQL;

  /** The dialect of this database, by its own name. */
  static Dialect of(DataSource database) {
    try (Connection connection = database.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
      if (product.contains("h2")) {
        return inPostgresqlMode(connection) ? H2_POSTGRESQL : H2;
      }
      if (product.contains("postgres")) {
        return POSTGRESQL;
      }
      if (product.contains("mariadb")) {
        return MARIADB;
      }
      if (product.contains("mysql")) {
        return connection.getMetaData().getDatabaseProductVersion().contains("MariaDB")
            ? MARIADB
            : MYSQL;
      }
      throw new IllegalStateException(
          "records are kept in H2, PostgreSQL, MariaDB or MySQL, not in " + product);
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be asked what it is", e);
    }
  }

  private static boolean inPostgresqlMode(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
                    + " WHERE SETTING_NAME = 'MODE'")) {
      return row.next() && row.getString(1).equalsIgnoreCase("PostgreSQL");
    }
  }

  /** The name of this engine's schema resource. */
  String schema() {
    return switch (this) {
      case H2, H2_POSTGRESQL -> "h2";
      case POSTGRESQL -> "postgresql";
      case MARIADB, MYSQL -> "mariadb";
    };
  }

  /** The clock in milliseconds. A subquery on PostgreSQL, to be read once a statement. */
  String nowMillis() {
    return switch (this) {
      case H2, H2_POSTGRESQL -> "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)";
      case POSTGRESQL -> "(SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))";
      case MARIADB, MYSQL ->
          "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000)";
    };
  }

  /** The clock in microseconds. */
  String nowMicros() {
    return switch (this) {
      case H2, H2_POSTGRESQL -> "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)";
      case POSTGRESQL -> "(SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT))";
      case MARIADB, MYSQL -> "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))";
    };
  }

  /**
   * An INSERT that neither fails on a key that exists nor waits for one that is not committed; on
   * PostgreSQL its first parameter is the number of the key's lock.
   */
  String insert(String columns, String values) {
    return switch (this) {
      case H2 -> "INSERT INTO " + columns + " VALUES (" + values + ")";
      case H2_POSTGRESQL ->
          "INSERT INTO " + columns + " VALUES (" + values + ") ON CONFLICT DO NOTHING";
      case POSTGRESQL ->
          "WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(?) AS got) INSERT INTO "
              + columns
              + " SELECT "
              + values
              + " FROM lock WHERE got ON CONFLICT DO NOTHING RETURNING fence";
      case MARIADB ->
          "SET STATEMENT innodb_lock_wait_timeout = 0 FOR INSERT INTO "
              + columns
              + " VALUES ("
              + values
              + ") ON DUPLICATE KEY UPDATE key_hash = key_hash";
      case MYSQL ->
          "INSERT INTO "
              + columns
              + " VALUES ("
              + values
              + ") ON DUPLICATE KEY UPDATE key_hash = key_hash";
    };
  }

  /** A change of one row that does not wait for another transaction. */
  String update(String update) {
    return switch (this) {
      case MARIADB -> "SET STATEMENT innodb_lock_wait_timeout = 0 FOR " + update;
      case POSTGRESQL -> update + " AND (SELECT pg_try_advisory_xact_lock(?))";
      case H2, H2_POSTGRESQL, MYSQL -> update;
    };
  }

  /** Whether a key's lock is a parameter of {@link #insert} and {@link #update}. */
  boolean locksByNumber() {
    return this == POSTGRESQL;
  }

  /** Appended to a read that must see what is committed, whatever the isolation. */
  String latest() {
    return this == MARIADB || this == MYSQL ? " FOR UPDATE" : "";
  }
}
