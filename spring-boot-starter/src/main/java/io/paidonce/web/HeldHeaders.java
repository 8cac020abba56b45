package io.paidonce.web;

import io.paidonce.web.HttpAnswer.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Headers that are held, in front of those that the real response has from further outside. */
final class HeldHeaders {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final Map<String, Header> held = new LinkedHashMap<>();
  private final HttpServletResponse outside;

  HeldHeaders(HttpServletResponse outside) {
    this.outside = outside;
  }

  /** A time in milliseconds since 1970 as headers have it. */
  static String date(long millis) {
    return DATE.format(Instant.ofEpochMilli(millis));
  }

  /** All that are held, in the order in which they were first set. */
  List<Header> all() {
    return List.copyOf(held.values());
  }

  void clear() {
    held.clear();
  }

  boolean contains(String name) {
    return held.containsKey(key(name));
  }

  /** In place of all others of this name; null takes away what is held. */
  void set(String name, @Nullable String value) {
    if (value == null) {
      held.remove(key(name));
    } else {
      held.put(key(name), new Header(name, true, List.of(value)));
    }
  }

  /** Besides all others of this name. */
  void add(String name, String value) {
    Header known = held.get(key(name));
    List<String> values = new ArrayList<>(known == null ? List.of() : known.values());
    values.add(value);
    held.put(key(name), new Header(name, known != null && known.replaces(), values));
  }

  Collection<String> values(String name) {
    Header header = held.get(key(name));
    if (header == null) {
      return outside.getHeaders(name);
    }
    List<String> values = new ArrayList<>(header.replaces() ? List.of() : outside.getHeaders(name));
    values.addAll(header.values());
    return values;
  }

  Collection<String> names() {
    Collection<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    held.values().forEach(header -> names.add(header.name()));
    names.addAll(outside.getHeaderNames());
    return names;
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
