package io.paidonce.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a condition until a deadline, and says what was last seen when it did not come true.
 *
 * <p>The condition is tried at least once, also with a deadline of zero, and is tried once more
 * after the deadline has passed, so that a machine that stood still does not fail a test.
 */
public final class Eventually {

  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  private static final long LAST_PAUSE_NANOS = 50_000_000;

  private Eventually() {}

  /** A condition that says why it does not hold by throwing. */
  @FunctionalInterface
  public interface Assertion {
    /** Returns when it holds. */
    void check() throws Exception;
  }

  /** Returns as soon as the condition holds. */
  public static void until(BooleanSupplier condition, Duration deadline) {
    until(() -> "the condition holds", condition, deadline);
  }

  /** Returns as soon as the condition holds; {@code what} describes it on failure. */
  public static void until(Supplier<String> what, BooleanSupplier condition, Duration deadline) {
    passes(
        () -> {
          if (!condition.getAsBoolean()) {
            throw new AssertionError("not yet: " + what.get());
          }
        },
        deadline);
  }

  /** Returns the first value that is accepted; the last value is shown on failure. */
  public static <T> T value(Supplier<T> source, Predicate<T> accepted, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    long pause = FIRST_PAUSE_NANOS;
    while (true) {
      boolean last = System.nanoTime() >= end;
      T value = source.get();
      if (accepted.test(value)) {
        return value;
      }
      if (last) {
        throw new AssertionError("not within " + deadline + "; last value: " + value);
      }
      pause = pauseAndGrow(pause);
    }
  }

  /** Returns as soon as the assertion does; its last failure is the cause on failure. */
  public static void passes(Assertion assertion, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    long pause = FIRST_PAUSE_NANOS;
    while (true) {
      boolean last = System.nanoTime() >= end;
      Throwable failure = failure(assertion);
      if (failure == null) {
        return;
      }
      if (last) {
        throw new AssertionError("not within " + deadline + ": " + failure.getMessage(), failure);
      }
      pause = pauseAndGrow(pause);
    }
  }

  private static @Nullable Throwable failure(Assertion assertion) {
    try {
      assertion.check();
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting", e);
    } catch (Exception | AssertionError e) {
      return e;
    }
  }

  private static long pauseAndGrow(long pauseNanos) {
    if (Thread.currentThread().isInterrupted()) {
      throw new AssertionError("interrupted while waiting");
    }
    LockSupport.parkNanos(pauseNanos);
    return Math.min(pauseNanos * 2, LAST_PAUSE_NANOS);
  }
}
