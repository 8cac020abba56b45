package io.paidonce.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Where records are kept in tests: each engine, and settings under which drivers count otherwise.
 */
enum Place {
  H2(Engine.H2),
  /** H2 in its own mode, in memory. */
  H2_REGULAR(Engine.H2),
  POSTGRESQL(Engine.POSTGRESQL),
  MARIADB(Engine.MARIADB),
  /** MariaDB's driver as it is by default: counts of rows found, and the protocol in binary. */
  MARIADB_FOUND_ROWS(Engine.MARIADB),
  /** MariaDB that says it is MySQL, so that it gets the statements for MySQL. */
  MYSQL_STATEMENTS(Engine.MARIADB);

  private static final AtomicInteger MEMORIES = new AtomicInteger();
  private static final int CONNECTION_TIMEOUT_MILLIS = 2_000;

  private final Engine engine;

  Place(Engine engine) {
    this.engine = engine;
  }

  Engine engine() {
    return engine;
  }

  boolean isH2() {
    return engine == Engine.H2;
  }

  /** A new database with the table, and a pool of this many connections. */
  Tables open(int poolSize) {
    Database database = DatabaseServer.of(engine).freshDatabase();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url(database));
    config.setUsername(database.username());
    config.setPassword(database.password());
    config.setMaximumPoolSize(poolSize);
    config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
    if (engine == Engine.POSTGRESQL) {
      config.setConnectionInitSql("SET TIME ZONE 'Asia/Kathmandu'");
    }
    HikariDataSource pool = new HikariDataSource(config);
    DataSource source = this == MYSQL_STATEMENTS ? new SaysMySql(pool) : pool;
    return new Tables(this, database, pool, source);
  }

  private String url(Database database) {
    return switch (this) {
      case H2_REGULAR -> "jdbc:h2:mem:regular" + MEMORIES.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
      case MARIADB_FOUND_ROWS -> database.jdbcUrl().replaceAll("\\?.*", "?useServerPrepStmts=true");
      default -> database.jdbcUrl();
    };
  }
}
