package io.paidonce.testkit.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Copies what a process writes to a file, and keeps the latest lines. Thread-safe. */
final class Output {

  /** Lines kept in memory; older ones are in the file only. */
  static final int LINES_MAX = 2_000;

  private final Deque<String> lines = new ArrayDeque<>();
  private boolean ended;

  /** Copies until the stream ends, on a thread of its own. */
  void copy(InputStream from, Path to, String threadName) {
    Thread thread = new Thread(() -> copyToEnd(from, to), threadName);
    thread.setDaemon(true);
    thread.start();
  }

  /** The lines kept, oldest first. */
  synchronized List<String> latest() {
    return List.copyOf(lines);
  }

  /** Whether all output has been read. */
  synchronized boolean ended() {
    return ended;
  }

  private void copyToEnd(InputStream from, Path to) {
    try (BufferedReader reader =
            new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8));
        Writer writer = Files.newBufferedWriter(to)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        add(line);
        writer.write(line + "\n");
        writer.flush();
      }
    } catch (IOException e) {
      add("(output lost: " + e.getMessage() + ")");
      throw new UncheckedIOException("cannot copy output to " + to, e);
    } finally {
      end();
    }
  }

  private synchronized void add(String line) {
    if (lines.size() == LINES_MAX) {
      lines.removeFirst();
    }
    lines.addLast(line);
  }

  private synchronized void end() {
    ended = true;
  }
}
