package io.paidonce.hub.wiring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.paidonce.hub.model.SqlDialect;
import io.paidonce.hub.provider.BadSetting;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens the hub's database the way its guarantees need it. */
final class Database {

  /** The property that is blamed. */
  static final String URL = "spring.datasource.url";

  /** Where the embedded database lives when none is configured. */
  static final String EMBEDDED =
      "jdbc:h2:file:./data/paidonce;MODE=PostgreSQL;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";

  private Database() {}

  /** Opens a pool; connections are set up by the dialect, drivers are told to count truly. */
  static HikariDataSource open(
      @Nullable String url, @Nullable String username, @Nullable String password, int poolSize) {
    String jdbcUrl = url == null || url.isBlank() ? EMBEDDED : url;
    SqlDialect dialect = dialect(jdbcUrl);
    HikariConfig config = new HikariConfig();
    config.setPoolName("hub");
    config.setJdbcUrl(jdbcUrl);
    config.setUsername(username == null && dialect == SqlDialect.H2 ? "sa" : username);
    config.setPassword(password == null && dialect == SqlDialect.H2 ? "" : password);
    config.setMaximumPoolSize(poolSize);
    config.setConnectionTimeout(2000);
    config.setInitializationFailTimeout(10_000);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionInitSql(dialect.sessionSetup());
    driverProperties(config, dialect);
    return new HikariDataSource(config);
  }

  static SqlDialect dialect(String jdbcUrl) {
    try {
      return SqlDialect.ofUrl(jdbcUrl);
    } catch (IllegalArgumentException e) {
      throw new BadSetting(URL, "is " + e.getMessage() + "; use a JDBC URL of one of these");
    }
  }

  private static void driverProperties(HikariConfig config, SqlDialect dialect) {
    if (dialect == SqlDialect.POSTGRESQL) {
      config.addDataSourceProperty("socketTimeout", "30");
      config.addDataSourceProperty("connectTimeout", "5");
      config.addDataSourceProperty("ApplicationName", "paidonce-hub");
    } else if (dialect == SqlDialect.MARIADB) {
      config.addDataSourceProperty("useAffectedRows", "true");
      config.addDataSourceProperty("useBulkStmts", "false");
      config.addDataSourceProperty("useBulkStmtsForInserts", "false");
      config.addDataSourceProperty("connectTimeout", "5000");
      config.addDataSourceProperty("socketTimeout", "30000");
    }
  }

  /**
   * Refuses a driver that does not count truly: of a batch new, old, new, old it must report 1, 0,
   * 1, 0, since a duplicate is known by its count alone.
   */
  static void requireTrueCounts(DataSource source, SqlDialect dialect) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMPORARY TABLE paidonce_count_probe (id INT PRIMARY KEY)");
      int[] counts = probe(connection, dialect);
      statement.execute("DROP TABLE paidonce_count_probe");
      if (!Arrays.equals(counts, new int[] {1, 0, 1, 0})) {
        throw new BadSetting(
            URL,
            "makes the driver report "
                + Arrays.toString(counts)
                + " rows for a batch of new, old, new, old; remove the options that rewrite"
                + " batches or report found rows (rewriteBatchedStatements, reWriteBatchedInserts,"
                + " useBulkStmts, useAffectedRows=false)");
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the database refused the probe of its row counts", e);
    }
  }

  private static int[] probe(Connection connection, SqlDialect dialect) throws SQLException {
    String sql = dialect.insertOrIgnore("INSERT INTO paidonce_count_probe (id) VALUES (?)", "id");
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int id : new int[] {1, 1, 2, 2}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      return insert.executeBatch();
    }
  }
}
