package io.paidonce;

/** The work did not run, because its form token was missing or is used up. */
public final class FormTokenRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean missing;

  /**
   * A refusal.
   *
   * @param missing whether there was no token at all
   */
  public FormTokenRefusedException(boolean missing) {
    super(missing ? "the form token is missing" : "the form token is used up or not valid here");
    this.missing = missing;
  }

  /** Whether there was no token at all. */
  public boolean missing() {
    return missing;
  }
}
