package io.paidonce.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.SqlDialect;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One schema in three dialects, compared as the real engines have it after migration. */
class MigrationsTest {

  /** A fresh database of this engine with the hub's tables. */
  static Database migrated(Engine engine) {
    Database database = DatabaseServer.of(engine).freshDatabase();
    SqlDialect dialect = SqlDialect.ofUrl(database.jdbcUrl());
    Flyway.configure()
        .dataSource(database.dataSource())
        .locations(dialect.migrations())
        .load()
        .migrate();
    return database;
  }

  @ParameterizedTest
  @EnumSource(
      value = Engine.class,
      names = {"H2", "MARIADB"})
  void columnsAreThoseOfPostgresql(Engine engine) throws SQLException {
    assertThat(columns(engine)).isNotEmpty().isEqualTo(columns(Engine.POSTGRESQL));
  }

  @ParameterizedTest
  @EnumSource(
      value = Engine.class,
      names = {"H2", "MARIADB"})
  void indexesAreThoseOfPostgresql(Engine engine) throws SQLException {
    assertThat(indexes(engine)).isNotEmpty().isEqualTo(indexes(Engine.POSTGRESQL));
  }

  @Test
  void installationIsThereFromTheStart() throws SQLException {
    for (Engine engine : Engine.values()) {
      try (Database database = migrated(engine);
          Connection connection = database.dataSource().getConnection();
          ResultSet row =
              connection
                  .createStatement()
                  .executeQuery("SELECT epoch, created_at_ms FROM installation")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getLong("epoch")).isEqualTo(1);
        long age = System.currentTimeMillis() - row.getLong("created_at_ms");
        assertThat(age).as("%s", engine).isBetween(-60_000L, 600_000L);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void databasesClockIsNotBentByTheSessionsZone(Engine engine) throws SQLException {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        Connection connection = database.dataSource().getConnection();
        ResultSet row =
            connection
                .createStatement()
                .executeQuery("SELECT " + SqlDialect.ofUrl(database.jdbcUrl()).now())) {
      assertThat(row.next()).isTrue();
      assertThat(row.getLong(1) - System.currentTimeMillis()).isBetween(-10_000L, 10_000L);
    }
  }

  /** {@code table.column null|not null (length of text)}, of all tables but Flyway's. */
  private static Set<String> columns(Engine engine) throws SQLException {
    Set<String> columns = new TreeSet<>();
    try (Database database = migrated(engine);
        Connection connection = database.dataSource().getConnection()) {
      for (String table : tables(connection)) {
        try (ResultSet row =
            connection
                .getMetaData()
                .getColumns(connection.getCatalog(), connection.getSchema(), table, null)) {
          while (row.next()) {
            String type = row.getString("TYPE_NAME").toUpperCase(Locale.ROOT);
            boolean bounded = type.contains("VARCHAR") || type.contains("CHARACTER VARYING");
            columns.add(
                lower(table)
                    + "."
                    + lower(row.getString("COLUMN_NAME"))
                    + (row.getInt("NULLABLE") == DatabaseMetaData.columnNullable
                        ? " null"
                        : " not null")
                    + (bounded ? " " + row.getInt("COLUMN_SIZE") : ""));
          }
        }
      }
    }
    return columns;
  }

  /** {@code table (columns) unique|plain}: names differ between engines, what they do does not. */
  private static Set<String> indexes(Engine engine) throws SQLException {
    Set<String> indexes = new TreeSet<>();
    try (Database database = migrated(engine);
        Connection connection = database.dataSource().getConnection()) {
      for (String table : tables(connection)) {
        TreeMap<String, String> byName = new TreeMap<>();
        try (ResultSet row =
            connection
                .getMetaData()
                .getIndexInfo(
                    connection.getCatalog(), connection.getSchema(), table, false, true)) {
          while (row.next()) {
            String column = row.getString("COLUMN_NAME");
            if (column != null) {
              String unique = row.getBoolean("NON_UNIQUE") ? "plain" : "unique";
              byName.merge(
                  row.getString("INDEX_NAME"),
                  unique + " " + lower(table) + " " + lower(column),
                  (known, more) -> known + " " + lower(column));
            }
          }
        }
        indexes.addAll(byName.values());
      }
    }
    return indexes;
  }

  private static Set<String> tables(Connection connection) throws SQLException {
    Set<String> tables = new TreeSet<>();
    try (ResultSet row =
        connection
            .getMetaData()
            .getTables(
                connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE"})) {
      while (row.next()) {
        tables.add(row.getString("TABLE_NAME"));
      }
    }
    if (tables.isEmpty()) {
      try (ResultSet row =
          connection
              .getMetaData()
              .getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
        while (row.next()) {
          tables.add(row.getString("TABLE_NAME"));
        }
      }
    }
    tables.removeIf(table -> lower(table).startsWith("flyway"));
    return tables;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
