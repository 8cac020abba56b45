package io.paidonce.simulator.story;

import io.paidonce.simulator.sending.Pacer;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The hub as a child process; its output goes to a log file. Thread-safe. */
public final class ChildHub implements HubProcess {

  private static final Duration READY_DEADLINE = Duration.ofSeconds(60);
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(20);

  private final List<String> command;
  private final Path directory;
  private final Path log;
  private final URI readiness;
  private final Pacer pacer;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(1))
          .build();

  private @Nullable Process process;
  private boolean stopped;

  /**
   * A hub that is not running yet.
   *
   * @param directory where it works
   * @param log file its output is appended to
   */
  public ChildHub(List<String> command, Path directory, Path log, URI base, Pacer pacer) {
    this.command = List.copyOf(command);
    this.directory = directory;
    this.log = log;
    this.readiness = base.resolve("/actuator/health/readiness");
    this.pacer = pacer;
  }

  @Override
  public void start() throws InterruptedException {
    Process started = launch();
    Patience patience = new Patience(READY_DEADLINE, pacer);
    do {
      if (!started.isAlive()) {
        throw new StoryFailed(
            "the hub ended with exit code "
                + started.exitValue()
                + " before it was ready; see "
                + log);
      }
      if (isReady()) {
        return;
      }
    } while (patience.wait100Millis());
    throw new StoryFailed(
        "the hub was not ready within " + READY_DEADLINE.toSeconds() + " s; see " + log);
  }

  private synchronized Process launch() {
    if (stopped) {
      throw new StoryFailed("the demo is ending; the hub is not started again");
    }
    try {
      Process started =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process = started;
      return started;
    } catch (IOException e) {
      throw new StoryFailed("the hub cannot be started: " + e.getMessage());
    }
  }

  @Override
  public void killHard() throws InterruptedException {
    Process victim = current();
    if (victim != null) {
      victim.descendants().forEach(ProcessHandle::destroyForcibly);
      victim.destroyForcibly().waitFor();
    }
  }

  @Override
  public void stop() {
    Process ending;
    synchronized (this) {
      stopped = true;
      ending = process;
    }
    if (ending == null || !ending.isAlive()) {
      return;
    }
    List<ProcessHandle> children = ending.descendants().toList();
    children.forEach(ProcessHandle::destroy);
    ending.destroy();
    try {
      if (!ending.waitFor(STOP_DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
        ending.destroyForcibly();
      }
    } catch (InterruptedException e) {
      ending.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private synchronized @Nullable Process current() {
    return process;
  }

  private boolean isReady() throws InterruptedException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(readiness).timeout(Duration.ofSeconds(2)).GET().build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }
}
