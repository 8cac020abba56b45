package io.paidonce.testkit.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.processes.ChildJvm;
import io.paidonce.testkit.processes.Reaper;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class H2TcpServerTest {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final DatabaseServer SERVER = DatabaseServer.h2OverTcp();

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @Test
  void twoJvmsSeeEachOthersRows() throws SQLException {
    try (Database database = SERVER.freshDatabase();
        Connection mine = database.dataSource().getConnection()) {
      run(mine, "CREATE TABLE item (id INT PRIMARY KEY)");
      run(mine, "INSERT INTO item VALUES (1)");
      try (ChildJvm other =
          ChildJvm.ofMain(Neighbour.class).arguments(database.jdbcUrl()).start()) {
        other.awaitLine(Pattern.compile("^sees 1 and adds 2$"), DEADLINE);
        assertThat(number(mine, "SELECT MAX(id) FROM item")).isEqualTo(2);
        run(mine, "INSERT INTO item VALUES (3)");
        assertThat(other.awaitExit(DEADLINE)).isZero();
      }
    }
  }

  /** Waits for row 1, adds row 2, and ends when it sees row 3. */
  static final class Neighbour {

    private Neighbour() {}

    public static void main(String... arguments) throws SQLException {
      try (Connection connection = DriverManager.getConnection(arguments[0], "sa", "")) {
        Eventually.passes(() -> assertThat(latest(connection)).isEqualTo(1), DEADLINE);
        run(connection, "INSERT INTO item VALUES (2)");
        System.out.println("sees 1 and adds 2");
        Eventually.passes(() -> assertThat(latest(connection)).isEqualTo(3), DEADLINE);
      }
    }

    private static int latest(Connection connection) throws SQLException {
      return number(connection, "SELECT MAX(id) FROM item");
    }
  }

  @Test
  void rowLockedByOneJvmMakesTheOtherWaitInVain() throws SQLException {
    try (Database database = SERVER.freshDatabase();
        Connection mine = database.dataSource().getConnection()) {
      run(mine, "CREATE TABLE item (id INT PRIMARY KEY)");
      mine.setAutoCommit(false);
      run(mine, "INSERT INTO item VALUES (1)");
      try (ChildJvm other = ChildJvm.ofMain(Intruder.class).arguments(database.jdbcUrl()).start()) {
        other.awaitLine(Pattern.compile("^refused HYT00$"), DEADLINE);
      }
      mine.commit();
      mine.setAutoCommit(true);
    }
  }

  /** Inserts a row that somebody else is inserting, and tells the SQL state. */
  static final class Intruder {

    private Intruder() {}

    public static void main(String... arguments) throws SQLException {
      try (Connection connection = DriverManager.getConnection(arguments[0], "sa", "")) {
        run(connection, "INSERT INTO item VALUES (1)");
        System.out.println("inserted");
      } catch (SQLException e) {
        System.out.println("refused " + e.getSQLState());
      }
    }
  }

  @Test
  void committedRowSurvivesTheKillOfTheServer() throws SQLException {
    try (Database database = SERVER.freshDatabase()) {
      try (Connection connection = database.dataSource().getConnection()) {
        run(connection, "CREATE TABLE item (id INT PRIMARY KEY)");
        run(connection, "INSERT INTO item VALUES (42)");
      }
      long killed = SERVER.pid();
      SERVER.kill();
      assertThat(Reaper.gone(killed)).isTrue();
      assertThatThrownBy(() -> DriverManager.getConnection(database.jdbcUrl(), "sa", ""))
          .isInstanceOf(SQLException.class);
      SERVER.restart();
      database.release();
      try (Connection connection = database.dataSource().getConnection()) {
        assertThat(number(connection, "SELECT id FROM item")).isEqualTo(42);
      }
    }
  }

  @Test
  void closedServerIsGone() {
    DatabaseServer closed = DatabaseServer.h2OverTcp();
    closed.close();
    assertThat(Reaper.gone(closed.pid())).isTrue();
    DatabaseServer.separate(Engine.H2).close();
  }

  @Test
  void sessionTimeZoneIsNotThatOfTheJvm() throws SQLException {
    try (Database database = SERVER.freshDatabase();
        Connection connection = database.dataSource().getConnection()) {
      String hours = "SELECT EXTRACT(TIMEZONE_HOUR FROM CURRENT_TIMESTAMP)";
      assertThat(number(connection, hours)).isEqualTo(5);
    }
  }

  @Test
  void droppedDatabaseIsEmptyWhenOpenedAgain() throws SQLException {
    Database database = SERVER.freshDatabase();
    try (Connection connection = database.dataSource().getConnection()) {
      run(connection, "CREATE TABLE item (id INT PRIMARY KEY)");
    }
    database.drop();
    try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), "sa", "")) {
      run(connection, "CREATE TABLE item (id INT PRIMARY KEY)");
    }
    database.drop();
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      return result.getInt(1);
    }
  }
}
