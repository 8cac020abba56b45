package io.paidonce.hub.pipeline;

import java.util.Iterator;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.sessions.JqwikSession;

/**
 * Values that jqwik draws from a seed of ours, each put to a check; the first that fails is made as
 * small as it can be and still fail.
 *
 * @param number which of the drawn values failed, from 1
 * @param smallest the small one
 * @param failure what the check said of the small one
 */
record Sought<T>(int number, T smallest, Throwable failure) {

  private static final int SHRINKS_MAX = 20_000;
  private static final int GENERATOR_SIZE = 1_000;

  /** Each of {@code count} drawn values passes the check. */
  static <T> void holds(Arbitrary<T> any, long seed, int count, Consumer<T> check) {
    System.out.printf("%d values of seed %d%n", count, seed);
    first(any, seed, count, check)
        .ifPresent(
            found -> {
              throw new AssertionError(
                  "value " + found.number + " of seed " + seed + ", made small: " + found.smallest,
                  found.failure);
            });
  }

  /** The first of {@code count} drawn values that fails the check. */
  static <T> Optional<Sought<T>> first(Arbitrary<T> any, long seed, int count, Consumer<T> check) {
    return inSession(
        any,
        seed,
        values -> {
          for (int n = 1; n <= count; n++) {
            Shrinkable<T> value = values.next();
            Optional<Throwable> failure = failure(check, value);
            if (failure.isPresent()) {
              return Optional.of(smallest(n, value, failure.get(), check));
            }
          }
          return Optional.empty();
        });
  }

  /** Uses an endless supply of values. */
  static <T, R> R inSession(Arbitrary<T> any, long seed, Function<Iterator<Shrinkable<T>>, R> use) {
    var result =
        new Object() {
          Optional<R> value = Optional.empty();
        };
    JqwikSession.run(
        () -> {
          Random random = new Random(seed);
          Iterator<Shrinkable<T>> values = any.generator(GENERATOR_SIZE).stream(random).iterator();
          result.value = Optional.of(use.apply(values));
        });
    return result.value.orElseThrow();
  }

  private static <T> Sought<T> smallest(
      int number, Shrinkable<T> found, Throwable saidFirst, Consumer<T> check) {
    Shrinkable<T> best = found;
    Throwable said = saidFirst;
    Iterator<Shrinkable<T>> smaller = best.shrink().iterator();
    for (int tries = 0; tries < SHRINKS_MAX && smaller.hasNext(); tries++) {
      Shrinkable<T> candidate = smaller.next();
      Optional<Throwable> failure =
          candidate.compareTo(best) < 0 ? failure(check, candidate) : Optional.empty();
      if (failure.isPresent()) {
        best = candidate;
        said = failure.get();
        smaller = best.shrink().iterator();
      }
    }
    return new Sought<>(number, best.value(), said);
  }

  private static <T> Optional<Throwable> failure(Consumer<T> check, Shrinkable<T> value) {
    try {
      check.accept(value.value());
      return Optional.empty();
    } catch (RuntimeException | AssertionError e) {
      return Optional.of(e);
    }
  }
}
