package io.paidonce.hub.provider;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Recognises values that somebody meant to replace. */
final class Placeholder {

  private static final List<String> DEFAULTS =
      List.of(
          "changeme",
          "changeit",
          "replaceme",
          "defaultsecret",
          "default",
          "secret",
          "password",
          "passwd",
          "placeholder",
          "example",
          "sample",
          "test",
          "todo",
          "none",
          "null");

  private Placeholder() {}

  /** What is wrong with this value, or null if it may be meant. */
  static @Nullable String complaint(String value) {
    if (value.isBlank()) {
      return "is blank; set it or remove it";
    }
    if (value.contains("${")) {
      return "holds an unresolved ${...}; set the variable it names";
    }
    String bare = value.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    if (bare.startsWith("your") || DEFAULTS.stream().anyMatch(d -> repeats(bare, d))) {
      return "is a well-known default; set the real value";
    }
    return null;
  }

  /** What is wrong with this value as a secret, or null. */
  static @Nullable String secretComplaint(String value) {
    String complaint = complaint(value);
    if (complaint != null) {
      return complaint;
    }
    if (!value.equals(value.strip())) {
      return "has blanks around it; remove them";
    }
    if (value.chars().distinct().count() == 1) {
      return "is one character repeated; set the real value";
    }
    return null;
  }

  private static boolean repeats(String value, String word) {
    return value.contains(word) && value.replace(word, "").isEmpty();
  }
}
