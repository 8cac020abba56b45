package io.paidonce.hub.model;

import java.util.Locale;

/**
 * What differs between the database engines, one named expression each.
 *
 * <p>Times in the database are milliseconds since 1970 in UTC, so that no session time zone can
 * bend them; {@link #now()} is the database's own clock, read inside the statement.
 */
public enum SqlDialect {
  H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)", "SET LOCK_TIMEOUT 1000"),
  /** A subquery, so that the clock is read once a statement; else no index would be used for it. */
  POSTGRESQL(
      "(SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))",
      "SET lock_timeout = '1s'"),
  MARIADB(
      "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000)",
      "SET SESSION innodb_lock_wait_timeout = 1,"
          + " sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'");

  private final String now;
  private final String sessionSetup;

  SqlDialect(String now, String sessionSetup) {
    this.now = now;
    this.sessionSetup = sessionSetup;
  }

  /** The dialect that speaks to this JDBC URL. */
  public static SqlDialect ofUrl(String jdbcUrl) {
    String url = jdbcUrl.toLowerCase(Locale.ROOT);
    if (url.startsWith("jdbc:h2:")) {
      return H2;
    }
    if (url.startsWith("jdbc:postgresql:")) {
      return POSTGRESQL;
    }
    if (url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) {
      return MARIADB;
    }
    throw new IllegalArgumentException("neither H2, PostgreSQL, MariaDB nor MySQL");
  }

  /** The database's clock in epoch milliseconds, as an expression. */
  public String now() {
    return now;
  }

  /** Run once on each new connection: one second to wait for a lock, and no silent truncation. */
  public String sessionSetup() {
    return sessionSetup;
  }

  /** The folder of this engine's migrations. */
  public String migrations() {
    return "classpath:db/migration/" + name().toLowerCase(Locale.ROOT);
  }

  /**
   * An INSERT that counts 0 instead of failing where a unique key already exists.
   *
   * @param insert a plain {@code INSERT INTO ... VALUES (...)}
   * @param column any column of the table; MariaDB needs one to set to itself
   */
  public String insertOrIgnore(String insert, String column) {
    return this == MARIADB
        ? insert + " ON DUPLICATE KEY UPDATE " + column + " = " + column
        : insert + " ON CONFLICT DO NOTHING";
  }
}
