package io.paidonce;

/**
 * The form token that came with what this thread is doing, such as the current HTTP request.
 *
 * <p>Whoever is told {@link Outcome#ACCEPTED} runs its work, and gives the token back if the work
 * fails; an attempt that is refused throws a {@link FormTokenRefusedException}.
 */
public interface FormTokenCheck {

  /**
   * Consumes it.
   *
   * @throws IllegalStateException if this thread is in no request
   * @throws StoreUnavailableException if the store did not answer: the token may be consumed
   */
  Outcome consume();

  /**
   * Makes the token that was accepted usable again, since its work has failed.
   *
   * @return false if there was none, or it is past its expiry
   */
  boolean giveBack();

  /** What came of {@link #consume}. */
  enum Outcome {
    /** It was good, and is consumed now. */
    ACCEPTED,
    /** The same request has consumed it already, for work that this is a part of. */
    HELD,
    /** The request has none. */
    MISSING,
    /** It is unknown, past its expiry, somebody else's, or was consumed before. */
    USED
  }
}
