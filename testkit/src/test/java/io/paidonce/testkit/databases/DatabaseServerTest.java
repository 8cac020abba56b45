package io.paidonce.testkit.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.testkit.TimeShift;
import io.paidonce.testkit.processes.ChildJvm;
import io.paidonce.testkit.processes.Reaper;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseServerTest {

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String word(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      return result.getString(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void batchOfInsertsThatIgnoreDuplicatesCountsEachRow(Engine engine) throws SQLException {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        Connection connection = database.dataSource().getConnection()) {
      assertThat(countsOfNewOldNewOld(engine, connection)).containsExactly(1, 0, 1, 0);
    }
  }

  @Test
  void withoutTheOptionsOfTheUrlMariaDbCountsIgnoredRowsAsInserted() throws SQLException {
    try (Database database = DatabaseServer.of(Engine.MARIADB).freshDatabase()) {
      String bare = database.jdbcUrl().replaceAll("\\?.*", "");
      try (Connection connection =
          DriverManager.getConnection(bare, database.username(), database.password())) {
        assertThat(countsOfNewOldNewOld(Engine.MARIADB, connection)).containsExactly(1, 1, 1, 1);
      }
    }
  }

  private static int[] countsOfNewOldNewOld(Engine engine, Connection connection)
      throws SQLException {
    run(connection, "CREATE TABLE item (id VARCHAR(20) PRIMARY KEY, word VARCHAR(20))");
    run(connection, "INSERT INTO item VALUES ('old1', 'x'), ('old2', 'x')");
    String ignoring =
        engine == Engine.MARIADB ? "ON DUPLICATE KEY UPDATE id = id" : "ON CONFLICT DO NOTHING";
    String sql = "INSERT INTO item (id, word) VALUES (?, ?) " + ignoring;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (String id : List.of("new1", "old1", "new2", "old2")) {
        statement.setString(1, id);
        statement.setString(2, "y");
        statement.addBatch();
      }
      return statement.executeBatch();
    }
  }

  @ParameterizedTest
  @EnumSource
  void conditionalUpdateBatchCountsEachRow(Engine engine) throws SQLException {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        Connection connection = database.dataSource().getConnection()) {
      run(connection, "CREATE TABLE item (id INT PRIMARY KEY, state VARCHAR(20))");
      run(connection, "INSERT INTO item VALUES (1, 'PENDING'), (2, 'PAID')");
      String sql = "UPDATE item SET state = 'PAID' WHERE id = ? AND state = 'PENDING'";
      connection.setAutoCommit(false);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int id : new int[] {1, 2, 3, 1}) {
          statement.setInt(1, id);
          statement.addBatch();
        }
        assertThat(statement.executeBatch()).containsExactly(1, 0, 0, 0);
      }
      connection.commit();
    }
  }

  @ParameterizedTest
  @EnumSource
  void sessionTimeZoneIsNotThatOfTheJvm(Engine engine) throws SQLException {
    String sql =
        switch (engine) {
          case H2 -> "SELECT EXTRACT(TIMEZONE_HOUR FROM CURRENT_TIMESTAMP)";
          case POSTGRESQL -> "SELECT EXTRACT(TIMEZONE_HOUR FROM CURRENT_TIMESTAMP)::INT";
          case MARIADB -> "SELECT HOUR(TIMEDIFF(NOW(), UTC_TIMESTAMP()))";
        };
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        Connection connection = database.dataSource().getConnection()) {
      assertThat(word(connection, sql)).isEqualTo("5");
    }
  }

  @Test
  void poolGivesThreeConnectionsAndRefusesTheFourthSoon() throws SQLException {
    List<Connection> taken = new ArrayList<>();
    try (Database database = DatabaseServer.of(Engine.H2).freshDatabase()) {
      for (int i = 0; i < Database.POOL_SIZE; i++) {
        taken.add(database.dataSource().getConnection());
      }
      assertThatThrownBy(() -> database.dataSource().getConnection())
          .isInstanceOf(SQLException.class);
      for (Connection connection : taken) {
        connection.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void lockedRowIsReportedSoon(Engine engine) throws SQLException {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        Connection first = database.dataSource().getConnection();
        Connection second = database.dataSource().getConnection()) {
      run(first, "CREATE TABLE item (id INT PRIMARY KEY, n INT)");
      run(first, "INSERT INTO item VALUES (1, 1)");
      first.setAutoCommit(false);
      run(first, "UPDATE item SET n = 2 WHERE id = 1");
      long start = System.nanoTime();
      assertThatThrownBy(() -> run(second, "UPDATE item SET n = 3 WHERE id = 1"))
          .isInstanceOf(SQLException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
      first.rollback();
      first.setAutoCommit(true);
    }
  }

  @ParameterizedTest
  @EnumSource
  void freshDatabasesDoNotSeeEachOther(Engine engine) throws SQLException {
    try (Database one = DatabaseServer.of(engine).freshDatabase();
        Database two = DatabaseServer.of(engine).freshDatabase();
        Connection first = one.dataSource().getConnection();
        Connection second = two.dataSource().getConnection()) {
      run(first, "CREATE TABLE item (id INT PRIMARY KEY)");
      run(second, "CREATE TABLE item (id INT PRIMARY KEY)");
      run(first, "INSERT INTO item VALUES (1)");
      assertThat(word(second, "SELECT COUNT(*) FROM item")).isEqualTo("0");
    }
  }

  @ParameterizedTest
  @EnumSource
  void timeShiftAgesEveryColumnAndLeavesNullAlone(Engine engine) throws SQLException {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        Connection connection = database.dataSource().getConnection()) {
      run(
          connection,
          "CREATE TABLE job (id INT PRIMARY KEY, lease_until_ms BIGINT, next_at_ms BIGINT)");
      run(connection, "INSERT INTO job VALUES (1, 100000, NULL), (2, 200000, 300000)");
      TimeShift shift = TimeShift.of("job.lease_until_ms", "job.next_at_ms");
      assertThat(shift.forward(database.dataSource(), Duration.ofMinutes(1))).isEqualTo(2);
      assertThat(word(connection, "SELECT MAX(lease_until_ms) FROM job")).isEqualTo("140000");
      assertThat(word(connection, "SELECT next_at_ms FROM job WHERE id = 2")).isEqualTo("240000");
      assertThat(word(connection, "SELECT next_at_ms FROM job WHERE id = 1")).isNull();
    }
  }

  @Test
  void postgresWritesAreDurable() throws SQLException {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        Connection connection = database.dataSource().getConnection()) {
      assertThat(word(connection, "SHOW fsync")).isEqualTo("on");
      assertThat(word(connection, "SHOW synchronous_commit")).isEqualTo("on");
      assertThat(word(connection, "SHOW full_page_writes")).isEqualTo("on");
    }
  }

  @Test
  void mariaDbWritesAreDurable() throws SQLException {
    try (Database database = DatabaseServer.of(Engine.MARIADB).freshDatabase();
        Connection connection = database.dataSource().getConnection()) {
      assertThat(word(connection, "SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
      assertThat(word(connection, "SELECT @@character_set_database")).isEqualTo("utf8mb4");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void committedRowSurvivesTheKillOfTheServer(Engine engine) throws SQLException {
    try (DatabaseServer server = DatabaseServer.separate(engine)) {
      Database database = server.freshDatabase();
      try (Connection connection = database.dataSource().getConnection()) {
        run(connection, "CREATE TABLE item (id INT PRIMARY KEY)");
        run(connection, "INSERT INTO item VALUES (42)");
      }
      long killed = server.pid();
      server.kill();
      assertThatThrownBy(() -> open(database)).isInstanceOf(SQLException.class);
      server.restart();
      assertThat(server.pid()).isNotEqualTo(killed);
      assertThat(Reaper.gone(killed)).isTrue();
      try (Connection connection = open(database)) {
        assertThat(word(connection, "SELECT id FROM item")).isEqualTo("42");
      }
      database.release();
    }
  }

  @Test
  void committedRowOfAChildThatWasKilledIsInItsH2File() throws SQLException {
    try (Database database = DatabaseServer.of(Engine.H2).freshDatabase()) {
      try (ChildJvm child =
          ChildJvm.ofMain(H2Writer.class).arguments(database.jdbcUrl(), "sa", "").start()) {
        child.awaitLine(Pattern.compile("committed"), Duration.ofSeconds(60));
        assertThatThrownBy(() -> open(database)).isInstanceOf(SQLException.class);
        child.killHard();
      }
      try (Connection connection = database.dataSource().getConnection()) {
        assertThat(word(connection, "SELECT id FROM item")).isEqualTo("42");
      }
    }
  }

  /** Commits one row, says so, and keeps the database open. */
  static final class H2Writer {

    private H2Writer() {}

    public static void main(String... arguments) throws SQLException, InterruptedException {
      try (Connection connection =
          DriverManager.getConnection(arguments[0], arguments[1], arguments[2])) {
        run(connection, "CREATE TABLE item (id INT PRIMARY KEY)");
        run(connection, "INSERT INTO item VALUES (42)");
        System.out.println("committed");
        new CountDownLatch(1).await();
      }
    }
  }

  private static Connection open(Database database) throws SQLException {
    return DriverManager.getConnection(
        database.jdbcUrl(), database.username(), database.password());
  }

  @Test
  void h2HasNoServerToKill() {
    DatabaseServer server = DatabaseServer.of(Engine.H2);
    assertThatThrownBy(server::kill).isInstanceOf(UnsupportedOperationException.class);
    assertThat(Engine.H2.hasServer()).isFalse();
  }

  @Test
  void sharedServerIsNotClosed() {
    DatabaseServer server = DatabaseServer.of(Engine.POSTGRESQL);
    assertThatThrownBy(server::close).isInstanceOf(IllegalStateException.class);
    assertThat(DatabaseServer.of(Engine.POSTGRESQL)).isSameAs(server);
  }
}
