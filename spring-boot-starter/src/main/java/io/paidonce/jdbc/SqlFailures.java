package io.paidonce.jdbc;

import java.sql.SQLException;

/** What a failure of the driver means. */
enum SqlFailures {
  /** The row is held by another transaction; this one goes on. */
  BUSY,
  /** Another transaction was preferred, and this one is over. */
  CONTENDED,
  /** There is such a key already; told by engines that have no other way. */
  DUPLICATE,
  /** The statement itself is wrong here: no such table or column, no right to it. */
  WRONG,
  /** Anything else: the database cannot be asked. */
  UNAVAILABLE;

  private static final int MARIADB_LOCK_WAIT = 1205;
  private static final int H2_LOCK_TIMEOUT = 50200;
  private static final int H2_CONCURRENT_UPDATE = 90131;

  static SqlFailures of(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    int code = e.getErrorCode();
    if (code == MARIADB_LOCK_WAIT || code == H2_LOCK_TIMEOUT || code == H2_CONCURRENT_UPDATE) {
      return BUSY;
    }
    if (state.equals("40001") || state.equals("40P01") || state.equals("55P03")) {
      return CONTENDED;
    }
    if (state.equals("23505")) {
      return DUPLICATE;
    }
    return state.startsWith("42") || state.startsWith("28") ? WRONG : UNAVAILABLE;
  }
}
