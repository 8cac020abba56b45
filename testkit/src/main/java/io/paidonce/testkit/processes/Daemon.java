package io.paidonce.testkit.processes;

import io.paidonce.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A server program with a known process id that can be started, frozen, killed and started again
 * with the same command. It never outlives this JVM. Thread-safe.
 */
public final class Daemon {

  private static final int LOG_TAIL_MAX = 4_000;
  private static final Duration DEATH_MAX = Duration.ofSeconds(10);

  private final List<String> command;
  private final Path directory;
  private final Path log;
  private @Nullable Process process;

  /** A program not yet started, which runs in the directory and writes daemon.log there. */
  public Daemon(Path directory, List<String> command) {
    this.command = List.copyOf(command);
    this.directory = directory;
    this.log = directory.resolve("daemon.log");
  }

  /**
   * Starts the program and waits until it is ready.
   *
   * @throws IllegalStateException with the end of its output when it ends or is late
   */
  public synchronized void start(BooleanSupplier ready, Duration deadline) {
    if (process != null && process.isAlive()) {
      throw new IllegalStateException("already running as process " + process.pid());
    }
    Process started = spawn();
    process = started;
    try {
      Eventually.until(
          () -> command.get(0) + " is ready",
          () -> !started.isAlive() || ready.getAsBoolean(),
          deadline);
    } catch (AssertionError e) {
      started.destroyForcibly();
      throw new IllegalStateException("not ready in " + deadline + ": " + logTail(), e);
    }
    if (!started.isAlive()) {
      throw new IllegalStateException(
          command + " ended with " + started.exitValue() + ": " + logTail());
    }
  }

  /** SIGKILL to the program and its children; returns when all are gone. Once is enough. */
  public synchronized void kill() {
    if (process == null) {
      return;
    }
    Process victim = process;
    List<ProcessHandle> children = victim.descendants().toList();
    victim.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    Eventually.until(
        () -> victim.pid() + " and its children are gone",
        () -> !victim.isAlive() && children.stream().allMatch(child -> Reaper.gone(child.pid())),
        DEATH_MAX);
  }

  /** Freezes the program (SIGSTOP): it keeps its connections and answers nothing. */
  public void freeze() {
    signal("STOP");
  }

  /** Lets a frozen program go on (SIGCONT). */
  public void thaw() {
    signal("CONT");
  }

  /** Whether the process exists; a frozen one does. */
  public synchronized boolean alive() {
    return process != null && process.isAlive();
  }

  /** The process id of the latest start. */
  public synchronized long pid() {
    if (process == null) {
      throw new IllegalStateException(command.get(0) + " was never started");
    }
    return process.pid();
  }

  private Process spawn() {
    try {
      Process started =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(Redirect.appendTo(log.toFile()))
              .start();
      Reaper.watch(started);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  private void signal(String name) {
    Run.checked(directory, List.of("sh", "-c", "kill -" + name + " " + pid()));
  }

  private String logTail() {
    try {
      String all = Files.readString(log, StandardCharsets.ISO_8859_1);
      return all.substring(Math.max(0, all.length() - LOG_TAIL_MAX));
    } catch (IOException e) {
      return "(no output: " + e.getMessage() + ")";
    }
  }
}
