package io.paidonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a statement may take: the server is told to end it, and if the server does not answer at
 * all, the wait for its answer ends half a second later, and the connection with it.
 *
 * <p>Not on H2, where such a limit would stay on the connection for whoever has it next, and a
 * statement can wait for locks only, which have a limit of their own.
 *
 * @param timeout of each statement; whole seconds count, rounded up
 */
record Limits(Duration timeout) {

  private static final Logger LOG = LoggerFactory.getLogger(Limits.class);
  private static final int SILENCE_MILLIS = 500;

  Limits {
    if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException("a query timeout is 1 ms to 1 h, not " + timeout);
    }
  }

  int seconds() {
    return (int) timeout.plusSeconds(1).minusNanos(1).toSeconds();
  }

  /** Runs this under the limits, and sets the connection back. */
  <T> T on(Connection connection, Access.Work<T> work) throws SQLException {
    Dialect dialect = Dialect.of(connection);
    if (dialect == Dialect.H2) {
      return work.run(new Query(connection, dialect, 0));
    }
    Query query = new Query(connection, dialect, seconds());
    int limit = seconds() * 1_000 + SILENCE_MILLIS;
    int before = silence(connection);
    if (before > 0 && before <= limit) {
      return work.run(query);
    }
    silence(connection, limit);
    try {
      return work.run(query);
    } finally {
      if (!connection.isClosed()) {
        silence(connection, before);
      }
    }
  }

  private static int silence(Connection connection) throws SQLException {
    try {
      return connection.getNetworkTimeout();
    } catch (SQLFeatureNotSupportedException e) {
      return 0;
    }
  }

  /** A driver without such a limit may wait for a silent server as long as it likes. */
  private static void silence(Connection connection, int millis) throws SQLException {
    try {
      connection.setNetworkTimeout(Runnable::run, millis);
    } catch (SQLFeatureNotSupportedException e) {
      LOG.debug("the driver cannot limit its wait for an answer: {}", e.toString());
    }
  }
}
