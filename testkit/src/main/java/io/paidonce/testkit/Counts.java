package io.paidonce.testkit;

/** How often a test repeats: few times by default, in full with {@code -Dpaidonce.long=true}. */
public final class Counts {

  /** The system property that asks for full counts. */
  public static final String LONG_PROPERTY = "paidonce.long";

  private Counts() {}

  /** The small count, or the full one of a long run. */
  public static int of(int small, int full) {
    return Boolean.getBoolean(LONG_PROPERTY) ? full : small;
  }
}
