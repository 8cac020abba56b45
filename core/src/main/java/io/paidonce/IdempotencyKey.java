package io.paidonce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The identity of one business action: a scope, which keeps two kinds of action apart, and the
 * parts that name the action within it.
 *
 * <p>Two keys are equal exactly when scope and all parts are equal byte by byte in UTF-8. Each part
 * is preceded by its length before it is digested, so {@code ("ab", "c")} and {@code ("a", "bc")}
 * never meet. A blank part is refused: a key that is partly missing would join unrelated actions.
 * So is text that UTF-8 cannot write, which would become the same question mark.
 */
public record IdempotencyKey(String scope, List<String> parts) {

  /** Longest {@link #readable()} form, in characters. */
  public static final int READABLE_LENGTH_MAX = 200;

  public IdempotencyKey {
    requireText("scope", scope);
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a key of scope " + scope + " needs at least one part");
    }
    for (int i = 0; i < parts.size(); i++) {
      requireText("part " + i + " of a key of scope " + scope, parts.get(i));
    }
  }

  /** A key of this scope with these parts, in this order. */
  public static IdempotencyKey of(String scope, String... parts) {
    return new IdempotencyKey(scope, List.of(parts));
  }

  /**
   * SHA-256 over the length-prefixed UTF-8 bytes of scope and parts; 32 bytes, a new array each
   * time.
   */
  public byte[] sha256() {
    MessageDigest digest = CanonicalDigest.sha256();
    update(digest, scope);
    for (String part : parts) {
      update(digest, part);
    }
    return digest.digest();
  }

  /** {@link #sha256()} as 64 lower-case hexadecimal digits. */
  public String sha256Hex() {
    return HexFormat.of().formatHex(sha256());
  }

  /**
   * The key for people: {@code scope:part:part}, each part escaped so that it holds no colon, cut
   * at {@value #READABLE_LENGTH_MAX} characters. Not an identity; compare {@link #sha256()}
   * instead.
   */
  public String readable() {
    List<String> words = new ArrayList<>(parts.size() + 1);
    words.add(escape(scope));
    parts.forEach(part -> words.add(escape(part)));
    String joined = String.join(":", words);
    if (joined.length() <= READABLE_LENGTH_MAX) {
      return joined;
    }
    int end = READABLE_LENGTH_MAX - 1;
    return joined.substring(0, Character.isHighSurrogate(joined.charAt(end - 1)) ? end - 1 : end)
        + "~";
  }

  private static String escape(String part) {
    return part.replace("%", "%25").replace(":", "%3A");
  }

  private static void update(MessageDigest digest, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
  }

  private static void requireText(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " is blank");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException(what + " has half of a surrogate pair, which is no text");
    }
  }
}
