package io.paidonce;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A form token as a store keeps it.
 *
 * @param digest SHA-256 of the token, as 64 lower-case hexadecimal digits
 * @param subject SHA-256 of whose it is, likewise
 */
public record FormToken(String digest, String subject) {

  private static final int RANDOM_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A token and its subject; any text will do. */
  public static FormToken of(String token, String subject) {
    return new FormToken(sha256(token), sha256(subject));
  }

  /** The text of a new token, of 256 random bits. */
  public static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Refuses a validity that is no time at all. */
  public static void requireValidity(Duration validity) {
    if (validity.isNegative() || validity.isZero()) {
      throw new IllegalArgumentException("a form token is valid for some time, not " + validity);
    }
  }

  /** In UTF-16, which tells every text from every other, half surrogate pairs included. */
  private static String sha256(String text) {
    MessageDigest digest = CanonicalDigest.sha256();
    return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_16BE)));
  }
}
