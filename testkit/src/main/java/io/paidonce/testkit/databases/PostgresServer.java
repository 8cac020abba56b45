package io.paidonce.testkit.databases;

import io.paidonce.testkit.processes.Daemon;
import io.paidonce.testkit.processes.Ports;
import io.paidonce.testkit.processes.Reaper;
import io.paidonce.testkit.processes.Run;
import io.paidonce.testkit.processes.Unpacked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server that writes as carefully as in production. */
final class PostgresServer implements Host {

  private static final String ARCHIVE = "postgres-linux-x86_64.txz";

  /** {@code nobody}: an account that PostgreSQL, which refuses root, agrees to run as. */
  private static final String NOBODY = "65534";

  private final Path directory = Reaper.scratch("postgresql");
  private final Path data = directory.resolve("data");
  private final int port = Ports.free();
  private final Daemon daemon;

  PostgresServer() {
    Path programs = Unpacked.archive(ARCHIVE).resolve("bin");
    List<String> account = account(directory);
    Run.checked(directory, initDb(programs, account));
    daemon = new Daemon(directory, server(programs, account));
  }

  @Override
  public void start() {
    daemon.start(() -> Sql.connects(jdbcUrl("postgres"), username(), password()), Sql.START_MAX);
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
    Sql.run(jdbcUrl("postgres"), username(), password(), "CREATE DATABASE " + name);
  }

  @Override
  public void drop(String name) {
    String drop = "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)";
    Sql.run(jdbcUrl("postgres"), username(), password(), drop);
  }

  @Override
  public String jdbcUrl(String name) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + name + "?connectTimeout=5";
  }

  @Override
  public String username() {
    return "postgres";
  }

  @Override
  public String password() {
    return "postgres";
  }

  /** The driver sets the JVM's zone on every connection; a pool of a test sets another. */
  @Override
  public String connectionInitSql() {
    return "SET TIME ZONE 'Asia/Kathmandu'";
  }

  /** Words before a command so that it does not run as root; both keep the process id. */
  private static List<String> account(Path directory) {
    if (Unpacked.uid() != 0) {
      return List.of();
    }
    List<String> ownNamespace = List.of("unshare", "-U");
    if (Run.succeeds(List.of("unshare", "-U", "true"))) {
      return ownNamespace;
    }
    Run.checked(directory, List.of("chmod", "711", directory.resolve("..").toString()));
    Run.checked(directory, List.of("chown", NOBODY, directory.toString()));
    return List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups");
  }

  private List<String> initDb(Path programs, List<String> account) {
    List<String> command = new ArrayList<>(account);
    command.add(programs.resolve("initdb").toString());
    command.addAll(List.of("-D", data.toString(), "-U", username(), "-A", "trust"));
    command.addAll(List.of("--no-sync", "-E", "UTF8", "--locale=C"));
    return command;
  }

  private List<String> server(Path programs, List<String> account) {
    List<String> command = new ArrayList<>(account);
    command.add(programs.resolve("postgres").toString());
    command.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port)));
    List<String> settings =
        List.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "fsync=on",
            "synchronous_commit=on",
            "full_page_writes=on",
            "lock_timeout=2000",
            "max_connections=150",
            "shared_buffers=64MB",
            "timezone=Asia/Kathmandu");
    settings.forEach(setting -> command.addAll(List.of("-c", setting)));
    return command;
  }
}
