package io.paidonce.hub.model;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Random;

/**
 * Makes ids of 26 characters that sort by the millisecond they were made in: 48 bits of time and 80
 * random bits in Crockford's base 32. Thread-safe.
 */
public final class Ids {

  private static final char[] DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();

  private final Clock clock;
  private final Random random;

  /** Ids from this clock and this source of chance. */
  public Ids(Clock clock, Random random) {
    this.clock = clock;
    this.random = random;
  }

  /** Ids that nobody can guess. */
  public static Ids secure(Clock clock) {
    return new Ids(clock, new SecureRandom());
  }

  /** A new id. */
  public String next() {
    byte[] chance = new byte[10];
    random.nextBytes(chance);
    char[] id = new char[26];
    long time = clock.millis();
    for (int i = 9; i >= 0; i--) {
      id[i] = DIGITS[(int) (time & 31)];
      time >>>= 5;
    }
    encode(chance, 0, id, 10);
    encode(chance, 5, id, 18);
    return new String(id);
  }

  private static void encode(byte[] bytes, int from, char[] id, int at) {
    long bits = 0;
    for (int i = 0; i < 5; i++) {
      bits = bits << 8 | (bytes[from + i] & 0xff);
    }
    for (int i = 7; i >= 0; i--) {
      id[at + i] = DIGITS[(int) (bits & 31)];
      bits >>>= 5;
    }
  }
}
