package io.paidonce.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The header {@code Idempotency-Key}: a quoted string of structured fields, as the draft of the
 * IETF has it, or the same text bare, as most clients send it. Both are the same key.
 */
sealed interface KeyHeader {

  /** The header's name. */
  String NAME = "Idempotency-Key";

  /** Longest key, in characters, without the quotes. */
  int LENGTH_MAX = 200;

  /** There is none. */
  record Missing() implements KeyHeader {}

  /** It cannot be read; the reason is for the client. */
  record Malformed(String reason) implements KeyHeader {}

  /** The key. */
  record Given(String key) implements KeyHeader {}

  /** One function for each case. */
  default <R> R fold(
      Supplier<R> missing, Function<Malformed, R> malformed, Function<Given, R> given) {
    if (this instanceof Missing) {
      return missing.get();
    }
    return this instanceof Given it ? given.apply(it) : malformed.apply((Malformed) this);
  }

  /** The header of a request. */
  static KeyHeader of(HttpServletRequest request) {
    List<String> values = Collections.list(request.getHeaders(NAME));
    if (values.isEmpty()) {
      return new Missing();
    }
    return values.size() == 1 ? of(values.get(0)) : new Malformed("it came more than once");
  }

  /** The header with this value. */
  static KeyHeader of(String value) {
    String text = value.strip();
    if (!text.chars().allMatch(unit -> unit >= ' ' && unit <= '~')) {
      return new Malformed("it has characters other than printable ASCII");
    }
    return text.startsWith("\"") ? quoted(text) : bare(text);
  }

  private static KeyHeader bare(String text) {
    if (text.indexOf('"') >= 0 || text.indexOf(',') >= 0) {
      return new Malformed("a key without quotes has neither a quote nor a comma in it");
    }
    return limited(text);
  }

  private static KeyHeader quoted(String text) {
    StringBuilder key = new StringBuilder();
    for (int i = 1; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == '"') {
        return i == text.length() - 1
            ? limited(key.toString())
            : new Malformed("something follows the closing quote");
      }
      if (unit == '\\') {
        i++;
        if (i == text.length() || (text.charAt(i) != '"' && text.charAt(i) != '\\')) {
          return new Malformed("a backslash stands before something that needs none");
        }
        unit = text.charAt(i);
      }
      key.append(unit);
    }
    return new Malformed("the closing quote is missing");
  }

  private static KeyHeader limited(String key) {
    if (key.isBlank()) {
      return new Malformed("it is empty");
    }
    return key.length() > LENGTH_MAX
        ? new Malformed("it is longer than " + LENGTH_MAX + " characters")
        : new Given(key);
  }
}
