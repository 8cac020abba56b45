package io.paidonce.testkit.databases;

import io.paidonce.testkit.processes.Reaper;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real database server on a free loopback port, with durable writes, a session time zone that is
 * not the JVM's, and lock timeouts of two seconds.
 *
 * <p>{@link #of} gives the one server of an engine that this JVM shares among its tests; {@link
 * #separate} gives one of its own to a test that kills it. No server outlives the JVM, and its data
 * are deleted then: see {@link Reaper}. Thread-safe.
 */
public final class DatabaseServer implements AutoCloseable {

  private static final Map<Engine, DatabaseServer> SHARED = new EnumMap<>(Engine.class);

  private final Engine engine;
  private final Host host;
  private final AtomicInteger databases = new AtomicInteger();

  private DatabaseServer(Engine engine, Host host) {
    this.engine = engine;
    this.host = host;
    host.start();
  }

  /** The shared server of this engine; started by the first call, ended with the JVM. */
  public static DatabaseServer of(Engine engine) {
    synchronized (SHARED) {
      return SHARED.computeIfAbsent(engine, DatabaseServer::separate);
    }
  }

  /** A new server that no other test uses; close it when done. */
  public static DatabaseServer separate(Engine engine) {
    Host host =
        switch (engine) {
          case H2 -> new H2Files();
          case POSTGRESQL -> new PostgresServer();
          case MARIADB -> new MariaDbServer();
        };
    return new DatabaseServer(engine, host);
  }

  /**
   * A new H2 server in a process of its own, whose databases several JVMs may use at once, as they
   * cannot with the files of {@link #of}; close it when done.
   */
  public static DatabaseServer h2OverTcp() {
    return new DatabaseServer(Engine.H2, new H2TcpServer());
  }

  /** A new MariaDB server that is started with these options too; close it when done. */
  public static DatabaseServer mariaDb(String... options) {
    return new DatabaseServer(Engine.MARIADB, new MariaDbServer(options));
  }

  /** Which engine this is. */
  public Engine engine() {
    return engine;
  }

  /** A new, empty database with a name of its own. */
  public Database freshDatabase() {
    String name = "test_" + databases.incrementAndGet();
    host.create(name);
    return new Database(this, host, name);
  }

  /** Process id of the running server; H2 in files has none and throws. */
  public long pid() {
    return host.pid();
  }

  /** SIGKILL to the server and all its children, as a power cut would; H2 in files throws. */
  public void kill() {
    host.kill();
  }

  /** Starts a killed server again, on the same port and data; returns when it accepts work. */
  public void restart() {
    host.start();
  }

  /** Ends the server; the data go when the JVM ends. Not for the shared server. */
  @Override
  public void close() {
    synchronized (SHARED) {
      if (SHARED.containsValue(this)) {
        throw new IllegalStateException("the shared " + engine + " server ends with the JVM");
      }
    }
    host.end();
  }
}
