package io.paidonce.hub.wiring;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Tells a lock that did not come in time from a statement that can never work: the engines report
 * it under states that Spring takes for unknown errors.
 */
final class LockTimeouts implements SQLExceptionTranslator {

  private static final String POSTGRESQL_LOCK_NOT_AVAILABLE = "55P03";
  private static final int MARIADB_LOCK_WAIT_TIMEOUT = 1205;

  private final SQLExceptionTranslator others = new SQLExceptionSubclassTranslator();

  @Override
  public @Nullable DataAccessException translate(
      String task, @Nullable String sql, SQLException ex) {
    for (Throwable one = ex; one != null; one = one.getCause()) {
      if (one instanceof SQLException cause && isLockTimeout(cause)) {
        return new CannotAcquireLockException(task + ": a lock did not come in time", ex);
      }
    }
    return others.translate(task, sql, ex);
  }

  private static boolean isLockTimeout(SQLException e) {
    return POSTGRESQL_LOCK_NOT_AVAILABLE.equals(e.getSQLState())
        || e.getErrorCode() == MARIADB_LOCK_WAIT_TIMEOUT;
  }
}
