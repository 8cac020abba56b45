package io.paidonce;

import org.jspecify.annotations.Nullable;

/** The business action that must take effect once. */
@FunctionalInterface
public interface Work<T extends @Nullable Object, X extends Throwable> {

  /** Does it; the execution gives the fence, and tells whether the claim is still held. */
  T run(Execution execution) throws X;
}
