package io.paidonce;

import org.jspecify.annotations.Nullable;

/** How a transaction is had, for records that commit together with their effect. */
public interface Transactions {

  /** What runs inside. */
  @FunctionalInterface
  interface Inside<T extends @Nullable Object, X extends Throwable> {
    /** Does it. */
    T run() throws X;
  }

  /** Whether this thread is in a transaction already, which somebody else will end. */
  boolean active();

  /**
   * Runs this in the transaction that is active, or else in a new one, which commits when it
   * returns and rolls back when it throws.
   */
  <T extends @Nullable Object, X extends Throwable> T call(Inside<T, X> inside) throws X;

  /** None: every atomic layer is refused. */
  static Transactions none() {
    return new Transactions() {
      @Override
      public boolean active() {
        return false;
      }

      @Override
      public <T extends @Nullable Object, X extends Throwable> T call(Inside<T, X> inside) {
        throw new IllegalStateException("an atomic layer needs transactions, and none are given");
      }
    };
  }
}
