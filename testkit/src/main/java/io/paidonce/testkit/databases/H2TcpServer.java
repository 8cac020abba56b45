package io.paidonce.testkit.databases;

import io.paidonce.testkit.processes.Daemon;
import io.paidonce.testkit.processes.Ports;
import io.paidonce.testkit.processes.Reaper;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.h2.tools.Server;

/** H2 databases in a JVM of their own, which many JVMs may open at the same time. */
final class H2TcpServer implements Host {

  private final Path directory = Reaper.scratch("h2-tcp");
  private final int port = Ports.free();
  private final Daemon daemon =
      new Daemon(
          directory,
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx256m",
              "-Dh2.bindAddress=127.0.0.1",
              "-cp",
              jar().toString(),
              Server.class.getName(),
              "-tcp",
              "-tcpPort",
              Integer.toString(port),
              "-baseDir",
              directory.toString(),
              "-ifNotExists"));

  @Override
  public void start() {
    daemon.start(() -> Sql.connects(jdbcUrl("ready"), username(), password()), Sql.START_MAX);
  }

  @Override
  public void kill() {
    daemon.kill();
  }

  @Override
  public long pid() {
    return daemon.pid();
  }

  /** The first connection creates the database. */
  @Override
  public void create(String name) {}

  @Override
  public void drop(String name) {
    Sql.run(jdbcUrl(name), username(), password(), "DROP ALL OBJECTS DELETE FILES");
  }

  @Override
  public String jdbcUrl(String name) {
    return "jdbc:h2:tcp://127.0.0.1:" + port + "/./" + name + H2Files.OPTIONS;
  }

  @Override
  public String username() {
    return "sa";
  }

  @Override
  public String password() {
    return "";
  }

  @Override
  public String connectionInitSql() {
    return "";
  }

  private static Path jar() {
    try {
      return Path.of(Server.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the jar of H2 has no path", e);
    }
  }
}
