package io.paidonce;

/**
 * A store could not be asked, or did not answer in time: whether the step took place is not known.
 */
public final class StoreUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** This store did not answer, because of this. */
  public StoreUnavailableException(String store, String step, Throwable cause) {
    super("store " + store + " did not answer at " + step, cause);
  }

  /** This store is not asked for a while, since it did not answer before. */
  public StoreUnavailableException(String store, String step) {
    super("store " + store + " is left alone for a while, at " + step);
  }
}
