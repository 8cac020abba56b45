package io.paidonce;

/**
 * A guarded change did not take place: the row is in another state or version, its condition does
 * not hold, or there is no such row. The transaction of the change is rolled back.
 */
public final class ChangeRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What was asked for under which key, for people, and what was found instead. */
  public ChangeRefusedException(String key, String found) {
    super(key + " was not changed: " + found);
  }
}
