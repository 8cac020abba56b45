package io.paidonce;

import java.time.Duration;

/**
 * Tokens that are issued before an action and consumed once by it: a form that is submitted twice.
 *
 * <p>Each belongs to a subject, such as a session, and is of no use to another one. Each step is
 * atomic in the store and by its clock; a store keeps digests only, so that nobody who reads it
 * gets a token that is good. Whoever consumes a token and dies before its work took effect leaves
 * it consumed: at most once. Thread-safe.
 */
public interface FormTokens {

  /**
   * A new token of 43 letters, digits, hyphens and underscores, which cannot be guessed.
   *
   * @param subject who may consume it
   * @param validity how long from now; more than zero
   * @throws StoreUnavailableException if the store did not answer
   */
  String issue(String subject, Duration validity);

  /**
   * Consumes a token, if it is there and of this subject; anything else leaves it as it is.
   *
   * @throws StoreUnavailableException if the store did not answer: the token may be consumed
   */
  Consumed consume(String token, String subject);

  /**
   * Makes a consumed token usable again until its first expiry, after work that failed.
   *
   * @return false if it was not consumed by this subject, or is past its expiry
   * @throws StoreUnavailableException if the store did not answer: it may be usable
   */
  boolean giveBack(String token, String subject);

  /** What came of {@link #consume}. */
  enum Consumed {
    CONSUMED,
    /** Never issued, past its expiry, or consumed before. */
    UNKNOWN,
    /** It belongs to somebody else, who can still consume it. */
    OTHER_SUBJECT
  }
}
