package io.paidonce.testkit.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The ids of messages whose whole positive answer a load generator has read: what the system under
 * test has promised to keep.
 *
 * <p>{@link #acknowledged} returns after the id was handed to the operating system, so the log
 * survives the kill of the JVM that writes it (not of the machine). A system that loses an id of
 * this log has broken its promise; one that knows more has not. One file has one writer at a time.
 * Thread-safe.
 */
public final class AckLog implements AutoCloseable {

  private final FileChannel file;
  private final List<String> ids = new ArrayList<>();

  private AckLog(FileChannel file) {
    this.file = file;
  }

  /** A log that continues the file, or begins it; a last line that was cut off is removed. */
  public static AckLog open(Path path) {
    try {
      FileChannel file =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      List<String> ids = read(path);
      long bytes = ids.stream().mapToLong(id -> line(id).length).sum();
      file.truncate(bytes).position(bytes);
      AckLog log = new AckLog(file);
      log.ids.addAll(ids);
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open the log " + path, e);
    }
  }

  /** The ids in the file, in order; a last line that was cut off is not counted. */
  public static List<String> read(Path path) {
    try {
      byte[] bytes = Files.readAllBytes(path);
      int length = bytes.length;
      while (length > 0 && bytes[length - 1] != '\n') {
        length--;
      }
      return new String(bytes, 0, length, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the log " + path, e);
    }
  }

  /** Notes that the whole answer for this id was read. */
  public synchronized void acknowledged(String id) {
    if (id.isBlank() || id.indexOf('\n') >= 0 || id.indexOf('\r') >= 0) {
      throw new IllegalArgumentException("an id is one line of text, not <" + id + ">");
    }
    ByteBuffer line = ByteBuffer.wrap(line(id));
    try {
      while (line.hasRemaining()) {
        int written = file.write(line);
        if (written < 0) {
          throw new IOException("the file takes no more");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("acknowledgement of " + id + " is not on file", e);
    }
    ids.add(id);
  }

  /** The ids noted so far, in order. */
  public synchronized List<String> ids() {
    return List.copyOf(ids);
  }

  private static byte[] line(String id) {
    return (id + "\n").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the log did not close", e);
    }
  }
}
