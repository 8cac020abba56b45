package io.paidonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/**
 * What differs between the database engines.
 *
 * <p>Times are milliseconds since 1970 in UTC, so that no session time zone can bend them, and are
 * read from the database's own clock inside the statement. H2's clock stands still within one
 * transaction; the others' do not.
 */
public enum Dialect {
  /** H2, in any of its modes. */
  H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)", "/"),
  /** A subquery, so that the clock is read once a statement; else no index would be used for it. */
  POSTGRESQL("(SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT))", "/"),
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

  /** The database's clock in whole milliseconds since 1970, as an expression. */
  public String nowMillis() {
    return "(" + nowMicros + " " + divide + " 1000)";
  }

  /**
   * A template with its clocks filled in: {@code {us}} and {@code {ms}} are now, and {@code {end}}
   * is the millisecond that ends a time whose microseconds, and 999 more, are its parameter.
   */
  String sql(String template) {
    return template
        .replace("{end}", "((" + nowMicros + " + ?) " + divide + " 1000)")
        .replace("{ms}", nowMillis())
        .replace("{us}", nowMicros);
  }

  /** Where the script is that makes the table, on the class path. */
  public String schema() {
    Dialect it = this == MYSQL ? MARIADB : this;
    return "io/paidonce/jdbc/schema-" + it.name().toLowerCase(Locale.ROOT) + ".sql";
  }
}
