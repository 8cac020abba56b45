package io.paidonce.hub.provider;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Messages signed by somebody else's code, one {@code NAME=value} a line. */
public final class Vectors {

  private static final Map<String, String> ALL = read();

  private Vectors() {}

  public static String text(String name) {
    return Objects.requireNonNull(ALL.get(name), name);
  }

  public static byte[] bytes(String name) {
    return text(name).getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, String> read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Vectors.class.getResourceAsStream("/provider/vectors.txt")),
                StandardCharsets.UTF_8))) {
      Map<String, String> all = new HashMap<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int equals = line.indexOf('=');
        all.put(line.substring(0, equals), line.substring(equals + 1));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
