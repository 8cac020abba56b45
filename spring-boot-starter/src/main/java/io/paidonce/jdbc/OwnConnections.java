package io.paidonce.jdbc;

import io.paidonce.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.support.JdbcUtils;

/**
 * Each step on a connection of its own and in a short transaction of its own, which is committed
 * when the step returns. A step that lost against another transaction is tried again.
 *
 * <p>Refused where a transaction of Spring's holds a connection of the same pool: a step would take
 * a second one, and enough threads that hold one and want another stop each other for good.
 */
final class OwnConnections implements Access {

  private static final Logger LOG = LoggerFactory.getLogger(OwnConnections.class);
  private static final int TRIES_MAX = 10;
  private static final Duration PAUSE = Duration.ofMillis(2);

  private final DataSource source;
  private final String store;
  private final Limits limits;

  OwnConnections(DataSource source, String store, Limits limits) {
    this.source = source;
    this.store = store;
    this.limits = limits;
  }

  @Override
  public <T> T aside(String name, Work<T> work) {
    return step(name, false, it -> true, work);
  }

  @Override
  public <T> T step(String name, boolean several, Predicate<T> keep, Work<T> work) {
    if (SpringTransaction.active(source)) {
      throw new IllegalStateException(
          "store "
              + store
              + " claims outside of transactions, and one is active on this thread and data"
              + " source: put the claim around the transaction, on a method that calls the"
              + " transactional one, or use the strategy UNIQUE, whose record is part of it");
    }
    long end = System.nanoTime() + limits.timeout().toNanos();
    for (int attempt = 1; ; attempt++) {
      try {
        return once(name, several, keep, work);
      } catch (SQLException e) {
        Fault fault = Fault.of(e);
        boolean again = fault == Fault.CONTENDED && attempt < TRIES_MAX && System.nanoTime() < end;
        if (!again) {
          throw fault.exception(store, name, e);
        }
        LOG.debug("step {} of store {} is tried again after {}", name, store, e.toString());
        LockSupport.parkNanos(PAUSE.toNanos() * attempt);
      }
    }
  }

  private <T> T once(String name, boolean several, Predicate<T> keep, Work<T> work)
      throws SQLException {
    Connection connection = open(name);
    try {
      boolean asFound = connection.getAutoCommit();
      if (asFound == several) {
        connection.setAutoCommit(!several);
      }
      try {
        return limits.on(connection, query -> run(query, several, keep, work));
      } finally {
        if (asFound == several) {
          putBack(connection, asFound);
        }
      }
    } finally {
      JdbcUtils.closeConnection(connection);
    }
  }

  private static <T> T run(Query query, boolean several, Predicate<T> keep, Work<T> work)
      throws SQLException {
    if (!several) {
      return work.run(query);
    }
    Connection connection = query.connection();
    boolean done = false;
    try {
      T result = work.run(query);
      if (keep.test(result)) {
        connection.commit();
        done = true;
      }
      return result;
    } finally {
      if (!done) {
        rollBack(connection);
      }
    }
  }

  /** Whatever the pool throws means that there is no connection. */
  private Connection open(String name) {
    try {
      return source.getConnection();
    } catch (SQLException | RuntimeException e) {
      throw new StoreUnavailableException(store, name, e);
    }
  }

  /** A connection that cannot roll back is broken, and has rolled back by that. */
  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      LOG.debug("not rolled back, the connection is closed instead: {}", e.toString());
    }
  }

  /** A connection that cannot be set back is broken; its pool drops it. */
  private static void putBack(Connection connection, boolean autoCommit) {
    try {
      connection.setAutoCommit(autoCommit);
    } catch (SQLException e) {
      LOG.debug("the connection was not set back: {}", e.toString());
    }
  }
}
