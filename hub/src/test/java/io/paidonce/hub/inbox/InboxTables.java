package io.paidonce.hub.inbox;

import io.paidonce.hub.model.Ids;
import io.paidonce.hub.model.SqlDialect;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** The hub's own tables, empty, on a real engine. */
final class InboxTables implements AutoCloseable {

  private final Database database;
  final SqlDialect dialect;
  final NamedParameterJdbcTemplate jdbc;
  final Ids ids = Ids.secure(Clock.systemUTC());

  InboxTables(Engine engine) {
    database = DatabaseServer.of(engine).freshDatabase();
    dialect = SqlDialect.ofUrl(database.jdbcUrl());
    Flyway.configure()
        .dataSource(database.dataSource())
        .locations(dialect.migrations())
        .load()
        .migrate();
    jdbc = new NamedParameterJdbcTemplate(database.dataSource());
  }

  List<Map<String, Object>> rows(String sql) {
    return jdbc.queryForList(sql, Map.of());
  }

  @Override
  public void close() {
    database.close();
  }
}
