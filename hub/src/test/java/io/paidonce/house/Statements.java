package io.paidonce.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The SQL in the hub's sources. */
final class Statements {

  private Statements() {}

  /** Rooms whose source inserts into, updates or deletes from one of these tables. */
  static Set<String> writersOf(String... tables) {
    Pattern writes =
        Pattern.compile(
            "(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO)\\s+(" + String.join("|", tables) + ")\\b");
    Path hub = House.root().resolve("hub/src/main/java/io/paidonce/hub");
    Set<String> rooms = new TreeSet<>();
    for (Path file : sources(hub)) {
      if (writes.matcher(text(file)).find()) {
        rooms.add(hub.relativize(file).getName(0).toString());
      }
    }
    return rooms;
  }

  private static List<Path> sources(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
