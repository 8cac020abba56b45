package io.paidonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** On which connection, and in which transaction, a step runs. */
interface Connections {

  /** What runs there. */
  @FunctionalInterface
  interface Step<T> {
    T run(Connection connection) throws SQLException;
  }

  /**
   * Runs it.
   *
   * @param together whether its statements are kept all or none
   */
  <T> T run(boolean together, Step<T> step) throws SQLException;

  /** Whether a transaction goes on when this one step failed. */
  boolean joined();

  /**
   * A transaction of its own for each step, on a connection that is not held by this thread
   * already: a second one for one request can starve a pool.
   */
  static Connections own(DataSource database, Duration timeout) {
    return new Connections() {
      @Override
      public <T> T run(boolean together, Step<T> step) throws SQLException {
        if (TransactionSynchronizationManager.hasResource(database)) {
          throw new IllegalStateException(
              "a claim inside a transaction would take a second connection; claim before the"
                  + " transaction begins, or use strategy UNIQUE with mode ATOMIC");
        }
        try (Connection connection = database.getConnection()) {
          return limited(connection, timeout, together, step);
        }
      }

      @Override
      public boolean joined() {
        return false;
      }
    };
  }

  private static <T> T limited(
      Connection connection, Duration timeout, boolean together, Step<T> step) throws SQLException {
    int before = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, (int) timeout.plusSeconds(1).toMillis());
    boolean autoCommit = connection.getAutoCommit();
    if (autoCommit == together) {
      connection.setAutoCommit(!together);
    }
    try {
      return together ? transaction(connection, step) : step.run(connection);
    } finally {
      if (!connection.isClosed()) {
        if (connection.getAutoCommit() != autoCommit) {
          connection.setAutoCommit(autoCommit);
        }
        connection.setNetworkTimeout(Runnable::run, before);
      }
    }
  }

  private static <T> T transaction(Connection connection, Step<T> step) throws SQLException {
    try {
      T result = step.run(connection);
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException | Error e) {
      rollback(connection, e);
      throw e;
    }
  }

  private static void rollback(Connection connection, Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  /** The transaction that this thread is in. */
  static Connections joined(DataSource database) {
    return new Connections() {
      @Override
      public <T> T run(boolean together, Step<T> step) throws SQLException {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
          throw new IllegalStateException(
              "a record needs a transaction; call it inside one, or use mode LEASE");
        }
        Connection connection = DataSourceUtils.getConnection(database);
        try {
          return step.run(connection);
        } finally {
          DataSourceUtils.releaseConnection(connection, database);
        }
      }

      @Override
      public boolean joined() {
        return true;
      }
    };
  }
}
