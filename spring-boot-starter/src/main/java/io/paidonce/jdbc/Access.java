package io.paidonce.jdbc;

import io.paidonce.StoreUnavailableException;
import java.sql.SQLException;
import java.util.function.Predicate;

/**
 * How a step comes by its connection and transaction.
 *
 * <p>A step of several statements is undone if what came of it is not to be kept. Both kinds throw
 * {@link StoreUnavailableException} if it is not known whether the step took place.
 */
interface Access {

  /** What a step does on its connection. */
  @FunctionalInterface
  interface Work<T> {
    T run(Query query) throws SQLException;
  }

  /**
   * A step of a claim's life.
   *
   * @param several whether its statements belong together
   * @param keep whether what came of it stays
   */
  <T> T step(String name, boolean several, Predicate<T> keep, Work<T> work);

  /** A step of a person or of a schedule, which belongs to no claim. */
  <T> T aside(String name, Work<T> work);
}
