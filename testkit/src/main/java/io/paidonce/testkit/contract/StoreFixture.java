package io.paidonce.testkit.contract;

import io.paidonce.IdempotencyStore;
import java.time.Duration;

/** A store under test, and what the suites do to it. */
public interface StoreFixture extends AutoCloseable {

  /** The store. */
  IdempotencyStore store();

  /**
   * Another instance on the same data, as on another machine.
   *
   * @param skew how wrong that machine's own clock is
   */
  IdempotencyStore otherNode(Duration skew);

  /** Makes everything that is stored this much older. */
  void age(Duration duration);

  /** Makes the store silent. */
  default void breakDown() {
    throw new UnsupportedOperationException("this store cannot be made silent");
  }

  /** Lets it answer again. */
  default void repair() {
    throw new UnsupportedOperationException("this store cannot be made silent");
  }

  @Override
  void close();
}
