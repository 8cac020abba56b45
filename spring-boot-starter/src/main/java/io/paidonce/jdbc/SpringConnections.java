package io.paidonce.jdbc;

import io.paidonce.ClaimContendedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * Each step on the connection of the transaction that Spring holds open on the calling thread: it
 * commits and rolls back with everything else in it, and is never committed or rolled back here.
 */
final class SpringConnections implements Access {

  private final DataSource source;
  private final String store;
  private final Limits limits;
  private final OwnConnections own;

  SpringConnections(DataSource source, String store, Limits limits) {
    this.source = source;
    this.store = store;
    this.limits = limits;
    this.own = new OwnConnections(source, store, limits);
  }

  @Override
  public <T> T aside(String name, Work<T> work) {
    return SpringTransaction.active(source)
        ? step(name, false, it -> true, work)
        : own.aside(name, work);
  }

  @Override
  public <T> T step(String name, boolean several, Predicate<T> keep, Work<T> work) {
    if (!SpringTransaction.active(source)) {
      throw noTransaction();
    }
    Connection connection = DataSourceUtils.getConnection(source);
    try {
      if (connection.getAutoCommit()) {
        throw noTransaction();
      }
      return limits.on(connection, query -> run(query, several, keep, work));
    } catch (SQLException e) {
      Fault fault = Fault.of(e);
      if (fault == Fault.CONTENDED) {
        throw new ClaimContendedException(store, e);
      }
      throw fault.exception(store, name, e);
    } finally {
      DataSourceUtils.releaseConnection(connection, source);
    }
  }

  private static <T> T run(Query query, boolean several, Predicate<T> keep, Work<T> work)
      throws SQLException {
    if (!several) {
      return work.run(query);
    }
    Savepoint savepoint = query.connection().setSavepoint();
    T result = work.run(query);
    if (keep.test(result)) {
      query.connection().releaseSavepoint(savepoint);
    } else {
      query.connection().rollback(savepoint);
    }
    return result;
  }

  private IllegalStateException noTransaction() {
    return new IllegalStateException(
        "store "
            + store
            + " writes its record in the caller's transaction, and none is active on this thread"
            + " and data source: make the method transactional, or claim with a lease");
  }
}
