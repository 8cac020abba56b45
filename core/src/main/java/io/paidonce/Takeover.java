package io.paidonce;

/** What becomes of work whose owner let its lease run out: it crashed, or stood still too long. */
public enum Takeover {
  /**
   * The next claim runs the work again, with a higher fence. After a crash that came behind the
   * effect the work takes effect twice, unless its writes check the fence: at least once.
   */
  AFTER_LEASE,
  /**
   * Nobody runs it again by itself: the record is in doubt until a {@link Resolver} or a person
   * says what happened. At most once.
   */
  NEVER
}
