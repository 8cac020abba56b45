package io.paidonce.manners;

import io.paidonce.testkit.processes.Reaper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command with its two outputs apart, which cannot outlive the test. */
final class Command {

  private final Path directory;
  private final List<String> words;
  private final Map<String, String> environment = new LinkedHashMap<>();

  private Command(Path directory, List<String> words) {
    this.directory = directory;
    this.words = List.copyOf(words);
  }

  /** A command to be run in the directory. */
  static Command in(Path directory, List<String> words) {
    return new Command(directory, words);
  }

  /** This Java with this test's class path. */
  static Command java(Path directory, Class<?> main, List<String> arguments) {
    List<String> words = new ArrayList<>(javaWords(main));
    words.addAll(arguments);
    return in(directory, words);
  }

  /** The words that start the class with this Java and class path. */
  static List<String> javaWords(Class<?> main) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-Xmx400m",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName());
  }

  /** With an environment variable; an empty value removes it. */
  Command with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** How it ended. */
  record Ended(long pid, int code, String out, String err) {

    /** The only line on standard error. */
    String line() {
      List<String> lines = err.lines().toList();
      if (lines.size() != 1) {
        throw new AssertionError("not one line on standard error:\n" + err + "\n--- out\n" + out);
      }
      return lines.get(0);
    }
  }

  /** Runs it to its end. */
  Ended run(Duration deadline) {
    try {
      Path out = Files.createTempFile(Reaper.scratch("command"), "out", ".txt");
      Path err = out.resolveSibling("err.txt");
      Process process = start(out.toFile(), err.toFile());
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(
            words + " still runs after " + deadline + "\n" + text(out) + "\n" + text(err));
      }
      return new Ended(process.pid(), process.exitValue(), text(out), text(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Starts it and returns. */
  Process start(File out, File err) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out)
            .redirectError(err);
    environment.forEach(
        (name, value) -> {
          if (value.isEmpty()) {
            builder.environment().remove(name);
          } else {
            builder.environment().put(name, value);
          }
        });
    Process process = builder.start();
    Reaper.watch(process);
    return process;
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
