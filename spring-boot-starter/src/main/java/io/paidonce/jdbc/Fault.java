package io.paidonce.jdbc;

import io.paidonce.StoreUnavailableException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;

/** What a database's refusal means for a step, known by SQLState and error code only. */
enum Fault {
  /** The transaction lost against another one and is over: a deadlock or its snapshot's age. */
  CONTENDED,
  /** A lock was not had in the time that was given; the transaction goes on. */
  LOCKED,
  /** Whether the step took place is not known, or the database cannot be asked. */
  UNAVAILABLE,
  /** A row stood already where one was inserted; H2 only, see {@link ClaimSql}. */
  DUPLICATE,
  /** The table is missing. */
  NO_TABLE,
  /** A mistake of the program or of the set-up. */
  MISTAKE;

  private static final int MARIADB_LOCK_WAIT_TIMEOUT = 1205;
  private static final int MARIADB_RECORD_CHANGED = 1020;
  private static final int H2_LOCK_TIMEOUT = 50200;
  private static final int H2_CONCURRENT_UPDATE = 90131;

  static Fault of(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    int code = e.getErrorCode();
    if (code == MARIADB_LOCK_WAIT_TIMEOUT || code == H2_LOCK_TIMEOUT || state.equals("55P03")) {
      return LOCKED;
    }
    if (contended(state, code)) {
      return CONTENDED;
    }
    if (unavailable(e, state)) {
      return UNAVAILABLE;
    }
    return switch (state) {
      case "23505" -> DUPLICATE;
      case "42P01", "42S02", "42S03", "42S04" -> NO_TABLE;
      default -> MISTAKE;
    };
  }

  private static boolean contended(String state, int code) {
    return state.equals("40001")
        || state.equals("40P01")
        || code == H2_CONCURRENT_UPDATE
        || (code == MARIADB_RECORD_CHANGED && state.equals("HY000"));
  }

  /** Connections (08), resources (53), operators' interventions (57), and MariaDB's time limits. */
  private static boolean unavailable(SQLException e, String state) {
    return e instanceof SQLTimeoutException
        || e instanceof SQLTransientConnectionException
        || e instanceof SQLNonTransientConnectionException
        || e instanceof SQLRecoverableException
        || state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57")
        || state.equals("70100");
  }

  /** The exception of a step that ends because of this. */
  RuntimeException exception(String store, String step, SQLException e) {
    return switch (this) {
      case CONTENDED, LOCKED, UNAVAILABLE -> new StoreUnavailableException(store, step, e);
      case NO_TABLE ->
          new IllegalStateException(
              "store "
                  + store
                  + " misses a table (paidonce_idempotency, paidonce_form_token): run"
                  + " schema-*.sql of io/paidonce/jdbc, or set"
                  + " paidonce.idempotency.jdbc.initialize-schema",
              e);
      case DUPLICATE, MISTAKE ->
          new IllegalStateException("the database refused " + step + " of store " + store, e);
    };
  }
}
