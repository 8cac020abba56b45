package io.paidonce;

/**
 * A claim inside a transaction lost against another one so that the transaction is over: a deadlock
 * or a serialization failure. Nothing has run; the whole transaction can be tried again.
 */
public final class ClaimContendedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The store of the claim, and what its driver said. */
  public ClaimContendedException(String store, Throwable cause) {
    super("the transaction of a claim in " + store + " was ended by another one", cause);
  }
}
