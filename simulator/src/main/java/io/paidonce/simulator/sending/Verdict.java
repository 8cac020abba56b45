package io.paidonce.simulator.sending;

/** What an answer means to the provider that gets it. Only {@link #ACCEPTED} stops repeats. */
public enum Verdict {
  /** The exact success answer of the dialect. */
  ACCEPTED,
  /**
   * The exact failure answer: signature, identity or freshness was not to the receiver's liking.
   */
  REFUSED,
  /** WeChat Pay v3 only: status 500 with the failure body; the receiver lacks the right key. */
  KEY_UNKNOWN,
  /** Status 503 with the failure body: try again later. */
  UNAVAILABLE,
  /** An answer none of the above, to the byte. */
  WRONG_BYTES,
  /** Refused connection, reset, or nothing within the time limit. */
  NO_ANSWER
}
