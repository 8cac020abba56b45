package io.paidonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/**
 * What differs between the database engines.
 *
 * <p>Times are milliseconds since 1970 in UTC, so that no session time zone can bend them, and are
 * read from the database's own clock as it stood when the statement began; H2's clock stands still
 * within one transaction.
 */
public enum Dialect {
  /** H2, in any of its modes. */
  H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)", "/"),
  POSTGRESQL("CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT)", "/"),
  /** MariaDB 10.5 or newer. */
  MARIADB("TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))", "DIV"),
  /** MySQL 8; its statements are tested on MariaDB only. */
  MYSQL(MARIADB.nowMicros, "DIV");

  private final String nowMicros;
  private final String divide;

  Dialect(String nowMicros, String divide) {
    this.nowMicros = nowMicros;
    this.divide = divide;
  }

  /**
   * The dialect that this connection speaks.
   *
   * @throws IllegalStateException for another engine
   */
  public static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "H2" -> H2;
      case "PostgreSQL" -> POSTGRESQL;
      case "MariaDB" -> MARIADB;
      case "MySQL" ->
          connection.getMetaData().getDatabaseProductVersion().contains("MariaDB")
              ? MARIADB
              : MYSQL;
      default ->
          throw new IllegalStateException(
              "records are kept in H2, PostgreSQL, MariaDB or MySQL, not in " + product);
    };
  }

  /** The database's clock in microseconds since 1970, as an expression. */
  public String nowMicros() {
    return nowMicros;
  }

  /** The database's clock in milliseconds since 1970, rounded down, as an expression. */
  public String nowMillis() {
    return "(" + nowMicros + " " + divide + " 1000)";
  }

  /**
   * A template with its clocks filled in.
   *
   * <p>{@code {ms}} is now, rounded down, and {@code {fence}} now in microseconds. Times that are
   * written are rounded up, so that no lease is shorter than was asked for: {@code {up}} is now,
   * and {@code {end}} is now and its parameter of {@link Storable#micros}.
   */
  String sql(String template) {
    return template
        .replace("{end}", rounded("?"))
        .replace("{up}", rounded("999"))
        .replace("{ms}", nowMillis())
        .replace("{fence}", fence());
  }

  /** As late as can be had, since a statement may begin long before it comes to a row. */
  private String fence() {
    return this == POSTGRESQL
        ? "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"
        : nowMicros;
  }

  private String rounded(String moreMicros) {
    return "((" + nowMicros + " + " + moreMicros + ") " + divide + " 1000)";
  }

  /** Where the script is that makes the table, on the class path. */
  public String schema() {
    Dialect it = this == MYSQL ? MARIADB : this;
    return "io/paidonce/jdbc/schema-" + it.name().toLowerCase(Locale.ROOT) + ".sql";
  }

  /** A parameter of bytes inside an expression, where H2 would take it for text. */
  String bytes() {
    return this == H2 ? "CAST(? AS BINARY VARYING)" : "?";
  }
}
