package io.paidonce.testkit.databases;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One database of one test.
 *
 * <p>The URL carries the options without which update counts would not be true. Nothing is opened
 * before {@link #dataSource()} is called, so a child process may use an H2 database first; {@link
 * #release()} gives it back. Thread-safe.
 */
public final class Database implements AutoCloseable {

  /** Connections in the pool: few, so that code which takes two at a time shows itself. */
  public static final int POOL_SIZE = 3;

  private static final int CONNECTION_TIMEOUT_MILLIS = 2_000;

  private final DatabaseServer server;
  private final Host host;
  private final String name;
  private @Nullable HikariDataSource pool;

  Database(DatabaseServer server, Host host, String name) {
    this.server = server;
    this.host = host;
    this.name = name;
  }

  /** Which engine this is. */
  public Engine engine() {
    return server.engine();
  }

  /** The server, to kill and restart it. */
  public DatabaseServer server() {
    return server;
  }

  /** Address of the database, for this JVM or a child of it. */
  public String jdbcUrl() {
    return host.jdbcUrl(name);
  }

  /** Name of the only account. */
  public String username() {
    return host.username();
  }

  /** Password of the account; may be empty. */
  public String password() {
    return host.password();
  }

  /**
   * A pool of {@value #POOL_SIZE} connections in a foreign session time zone; the same one until
   * {@link #release()}.
   */
  public synchronized DataSource dataSource() {
    if (pool == null) {
      HikariConfig config = new HikariConfig();
      config.setPoolName(name);
      config.setJdbcUrl(jdbcUrl());
      config.setUsername(username());
      config.setPassword(password());
      config.setMaximumPoolSize(POOL_SIZE);
      config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
      config.setInitializationFailTimeout(-1);
      if (!host.connectionInitSql().isBlank()) {
        config.setConnectionInitSql(host.connectionInitSql());
      }
      pool = new HikariDataSource(config);
    }
    return pool;
  }

  /** Closes the pool; data stay. An H2 database can then be opened by another process. */
  public synchronized void release() {
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }

  /** Closes the pool and deletes the database. */
  public void drop() {
    release();
    host.drop(name);
  }

  /** The same as {@link #drop()}. */
  @Override
  public void close() {
    drop();
  }
}
