package io.paidonce.testkit.databases;

import io.paidonce.testkit.processes.Reaper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** H2 databases as files; whichever JVM opens one first holds it until its last connection. */
final class H2Files implements Host {

  /** Careful writes, a lock timeout and a session time zone that is not the JVM's. */
  static final String OPTIONS =
      ";MODE=PostgreSQL;WRITE_DELAY=0;LOCK_TIMEOUT=2000;TIME ZONE=Asia/Kathmandu";

  private static final String NO_SERVER =
      "H2 in files has no server process: open the database in a ChildJvm and kill that";

  private final Path directory = Reaper.scratch("h2");

  @Override
  public void start() {}

  @Override
  public void kill() {
    throw new UnsupportedOperationException(NO_SERVER);
  }

  @Override
  public void end() {}

  @Override
  public long pid() {
    throw new UnsupportedOperationException(NO_SERVER);
  }

  @Override
  public void create(String name) {}

  @Override
  public void drop(String name) {
    try {
      Files.deleteIfExists(directory.resolve(name + ".mv.db"));
      Files.deleteIfExists(directory.resolve(name + ".trace.db"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete H2 database " + name, e);
    }
  }

  @Override
  public String jdbcUrl(String name) {
    return "jdbc:h2:file:" + directory.resolve(name) + OPTIONS;
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
}
