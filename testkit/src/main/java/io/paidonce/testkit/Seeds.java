package io.paidonce.testkit;

import java.util.concurrent.ThreadLocalRandom;

/** Seeds of tests that use chance; each is printed, so that a failure can be run again. */
public final class Seeds {

  /** The system property that fixes the seed. */
  public static final String SEED_PROPERTY = "paidonce.seed";

  private Seeds() {}

  /**
   * The seed asked for by {@value #SEED_PROPERTY}, or a random one; printed with the test's name.
   */
  public static long next(String test) {
    Long asked = Long.getLong(SEED_PROPERTY);
    long seed = asked != null ? asked : ThreadLocalRandom.current().nextLong();
    System.out.printf("seed of %s: -D%s=%d%n", test, SEED_PROPERTY, seed);
    return seed;
  }
}
