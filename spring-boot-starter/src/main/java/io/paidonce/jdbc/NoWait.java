package io.paidonce.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Lets a statement give up its wait for a lock at once, on engines where that is a setting of the
 * session; the setting is put back.
 */
final class NoWait {

  private NoWait() {}

  /** A statement. */
  @FunctionalInterface
  interface Statement<T> {
    T run() throws SQLException;
  }

  /** One engine's setting: how it is read, set, and the value that waits least. */
  private record Setting(String get, String set, long least) {}

  private static final Setting H2 = new Setting("SELECT LOCK_TIMEOUT()", "SET LOCK_TIMEOUT ", 0);
  private static final Setting MYSQL =
      new Setting(
          "SELECT @@SESSION.innodb_lock_wait_timeout",
          "SET SESSION innodb_lock_wait_timeout = ",
          1);

  static <T> T around(Query query, boolean waiting, Statement<T> statement) throws SQLException {
    Setting setting = waiting ? null : setting(query.dialect());
    if (setting == null) {
      return statement.run();
    }
    Long before = query.first(setting.get(), row -> row.getLong(1));
    if (before == null) {
      throw new SQLException("the database does not tell how long it waits for a lock");
    }
    query.update(setting.set() + setting.least());
    try {
      return statement.run();
    } finally {
      query.update(setting.set() + before);
    }
  }

  private static @Nullable Setting setting(Dialect dialect) {
    return switch (dialect) {
      case H2 -> H2;
      case MYSQL -> MYSQL;
      case POSTGRESQL, MARIADB -> null;
    };
  }
}
