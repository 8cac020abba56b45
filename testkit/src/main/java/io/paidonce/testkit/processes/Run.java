package io.paidonce.testkit.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A command run to its end. */
public final class Run {

  private Run() {}

  /** Whether the command can be run and ends with 0. */
  public static boolean succeeds(List<String> command) {
    try {
      return end(Path.of("/"), command).exit() == 0;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /**
   * Runs the command in the directory and returns what it wrote.
   *
   * @throws IllegalStateException with that output when it ends with anything but 0
   */
  public static String checked(Path directory, List<String> command) {
    Ended ended = end(directory, command);
    if (ended.exit() != 0) {
      throw new IllegalStateException(
          command + " ended with " + ended.exit() + ": " + ended.output());
    }
    return ended.output();
  }

  private record Ended(int exit, String output) {}

  private static Ended end(Path directory, List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
      Reaper.watch(process);
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + command, e);
    }
  }
}
