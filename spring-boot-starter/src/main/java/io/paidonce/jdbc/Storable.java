package io.paidonce.jdbc;

import java.time.Duration;
import java.util.Collections;

/** Values in the form in which every engine takes them. */
final class Storable {

  /** Longer times end then: a thousand years. */
  private static final Duration LONGEST = Duration.ofDays(365_250);

  private static final int NANOS_PER_MICRO = 1_000;
  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final int ROUND_UP_MICROS = 999;

  private Storable() {}

  /**
   * Text for people: cut to this length, without the characters that PostgreSQL's text cannot have.
   */
  static String text(String text, int lengthMax) {
    String cut = text.length() <= lengthMax ? text : text.substring(0, lengthMax);
    StringBuilder kept = new StringBuilder(cut.length());
    cut.codePoints()
        .map(
            it ->
                it == 0 || (it >= Character.MIN_SURROGATE && it <= Character.MAX_SURROGATE)
                    ? '?'
                    : it)
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  /** What {@code {end}} of {@link Dialect#sql} takes: no time ends before its last nanosecond. */
  static long micros(Duration duration) {
    Duration it = duration.compareTo(LONGEST) < 0 ? duration : LONGEST;
    long whole = it.getSeconds() * MICROS_PER_SECOND;
    int part = (it.getNano() + NANOS_PER_MICRO - 1) / NANOS_PER_MICRO;
    return whole + part + ROUND_UP_MICROS;
  }

  /** Parameter marks for a list of this many. */
  static String marks(int count) {
    return String.join(", ", Collections.nCopies(count, "?"));
  }
}
