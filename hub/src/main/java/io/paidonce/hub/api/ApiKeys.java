package io.paidonce.hub.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The API keys, held as SHA-256 only; compared in constant time, all of them each time. */
public final class ApiKeys {

  private record Known(byte[] digest, Caller caller) {}

  private final List<Known> known;

  /** Keys by caller; the texts are not kept. */
  public ApiKeys(Map<Caller, String> keys) {
    known =
        keys.entrySet().stream()
            .map(entry -> new Known(sha256(entry.getValue()), entry.getKey()))
            .toList();
  }

  /** Whose key this is. */
  public Optional<Caller> caller(String key) {
    byte[] digest = sha256(key);
    Optional<Caller> found = Optional.empty();
    for (Known one : known) {
      if (MessageDigest.isEqual(one.digest(), digest)) {
        found = Optional.of(one.caller());
      }
    }
    return found;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256, which every Java must have", e);
    }
  }
}
