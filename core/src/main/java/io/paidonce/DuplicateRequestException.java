package io.paidonce;

/** The work did not run, because of another attempt with the same key; it says which kind. */
public final class DuplicateRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why the work did not run. */
  public enum Reason {
    /** Another attempt is at it; come again. */
    IN_PROGRESS(true),
    /** It is done. */
    COMPLETED(false),
    /** It is done, and longer ago than the retention of its result. */
    LATE(false),
    /** It is done, and its result cannot be given: it was not stored, or cannot be read. */
    RESULT_UNREADABLE(false),
    /** It failed for good. */
    FAILED_BEFORE(false),
    /** It may have taken effect; somebody has to find out. */
    IN_DOUBT(true),
    /** The key came before with another request: an error of the caller. */
    KEY_REUSED(false);

    private final boolean comeAgain;

    Reason(boolean comeAgain) {
      this.comeAgain = comeAgain;
    }

    /** Whether the same request may be answered otherwise later. */
    public boolean comeAgain() {
      return comeAgain;
    }
  }

  private final Reason reason;
  private final String key;

  /**
   * A refusal.
   *
   * @param key for people
   * @param detail what is known beyond the reason; may be empty
   */
  public DuplicateRequestException(Reason reason, String key, String detail) {
    super(key + " did not run again: " + reason + (detail.isEmpty() ? "" : ", " + detail));
    this.reason = reason;
    this.key = key;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }

  /** The key for people. */
  public String key() {
    return key;
  }
}
