package io.paidonce;

/** What a duplicate gets. */
public enum OnDuplicate {
  /** The first call's result; one in flight is a {@link DuplicateRequestException}. */
  REPLAY,
  /** A {@link DuplicateRequestException}. */
  THROW,
  /** Like replay, after a short wait for the one in flight. */
  WAIT,
  /**
   * Nothing: null, zero, false or empty. One in flight is a {@link DuplicateRequestException} all
   * the same, since it may still fail: who asks must come again.
   */
  SKIP
}
