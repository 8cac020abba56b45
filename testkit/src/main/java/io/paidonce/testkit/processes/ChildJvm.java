package io.paidonce.testkit.processes;

import io.paidonce.testkit.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A JVM started by a test, to be killed as a machine would kill it.
 *
 * <p>Never outlives the test's JVM. Standard output and error are joined, copied to {@link #log()}
 * as they come, and the last {@value Output#LINES_MAX} lines are kept. Thread-safe.
 */
public final class ChildJvm implements AutoCloseable {

  private static final int LINES_SHOWN_MAX = 60;
  private static final Duration DEATH_MAX = Duration.ofSeconds(10);

  private final Process process;
  private final Path log;
  private final Output output = new Output();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(DEATH_MAX).build();

  ChildJvm(Process process, Path log) {
    this.process = process;
    this.log = log;
    output.copy(process.getInputStream(), log, "output of " + process.pid());
  }

  /** How to start the main class, on this JVM's class path. */
  public static Launch ofMain(Class<?> main) {
    return Launch.ofMain(main.getName());
  }

  /** How to start the jar, which names its own main class. */
  public static Launch ofJar(Path jar) {
    return Launch.ofJar(jar);
  }

  /** Process id. */
  public long pid() {
    return process.pid();
  }

  /** File with everything the child has written. */
  public Path log() {
    return log;
  }

  /** The latest lines the child has written, oldest first. */
  public List<String> output() {
    return output.latest();
  }

  /** The exit code, once the process has ended; 137 after a hard kill. */
  public OptionalInt exited() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /**
   * Returns the first kept line in which the pattern is found, waiting for it if need be.
   *
   * @throws AssertionError with the latest output when it does not come, or the child ends first
   */
  public String awaitLine(Pattern pattern, Duration deadline) {
    return Eventually.value(() -> look(pattern), Look::decided, deadline).line(pattern, this);
  }

  /**
   * Returns once a GET is answered with the status.
   *
   * @throws AssertionError with the latest output when it is not, or the child ends first
   */
  public void awaitHttp(URI uri, int status, Duration deadline) {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(DEATH_MAX).GET().build();
    int[] last = {0};
    try {
      Eventually.until(
          () -> "GET " + uri + " gives " + status + ", last " + last[0],
          () -> {
            last[0] = status(request);
            return last[0] == status || !process.isAlive();
          },
          deadline);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + shown(), e);
    }
    if (last[0] != status) {
      throw new AssertionError("ended before GET " + uri + " gave " + status + shown());
    }
  }

  /** Waits for the child to end by itself and returns its exit code. */
  public int awaitExit(Duration deadline) {
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("still running after " + deadline + shown());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + pid(), e);
    }
    return process.exitValue();
  }

  /** SIGKILL; returns when the process is gone. Does nothing to one that has ended. */
  public void killHard() {
    process.destroyForcibly();
    awaitExit(DEATH_MAX);
  }

  /**
   * SIGTERM; returns the exit code (143 when the child adds nothing of its own).
   *
   * @throws AssertionError when the child is late; it is then killed hard
   */
  public int terminate(Duration deadline) {
    process.destroy();
    try {
      return awaitExit(deadline);
    } catch (AssertionError e) {
      killHard();
      throw e;
    }
  }

  @Override
  public void close() {
    killHard();
  }

  private record Look(List<String> found, boolean over) {
    boolean decided() {
      return over || !found.isEmpty();
    }

    String line(Pattern pattern, ChildJvm child) {
      if (found.isEmpty()) {
        throw new AssertionError("ended without a line like " + pattern + child.shown());
      }
      return found.get(0);
    }

    @Override
    public String toString() {
      return "no such line";
    }
  }

  private Look look(Pattern pattern) {
    boolean over = output.ended(); // before the lines, so that none comes after
    List<String> lines = output.latest();
    return new Look(lines.stream().filter(l -> pattern.matcher(l).find()).limit(1).toList(), over);
  }

  private int status(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private String shown() {
    List<String> lines = output.latest();
    List<String> tail = lines.subList(Math.max(0, lines.size() - LINES_SHOWN_MAX), lines.size());
    return "; output of " + pid() + " ends with\n" + String.join("\n", tail);
  }
}
