package io.paidonce;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request asked for, so that a key that comes again with another request is noticed.
 *
 * <p>Taken over the content, not over bytes: the order of a map's members, the charset and the
 * spelling of a number ({@code 1}, {@code 1.0}, {@code 1e0}) make no difference; everything else
 * does, also whether a member is null or missing, and text or number. Lists are ordered, sets are
 * not. A record is the map of its components.
 *
 * @param sha256Hex of the whole, 64 lower-case hexadecimal digits
 * @param fields of each member of the outermost map or record, the first {@value #FIELD_DIGITS}
 *     digits; empty if the content has no members or more than {@value #FIELDS_MAX}
 */
public record Fingerprint(String sha256Hex, SortedMap<String, String> fields) {

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /** Most members that are told apart. */
  public static final int FIELDS_MAX = 64;

  /** Digits kept of a member's digest: enough to tell two apart, not to prove them equal. */
  public static final int FIELD_DIGITS = 16;

  /** Longest {@link #encoded()} form, in characters. */
  public static final int ENCODED_LENGTH_MAX = 4_000;

  public Fingerprint {
    if (!DIGEST.matcher(sha256Hex).matches()) {
      throw new IllegalArgumentException("a digest has 64 lower-case hexadecimal digits");
    }
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /**
   * The fingerprint of a value made of maps with text names, records, collections, arrays, text,
   * numbers, booleans, enums, times, UUIDs, URIs, bytes and nulls.
   *
   * @throws IllegalArgumentException for any other type, NaN, an infinity, or a value nested too
   *     deep; the message names the type and never the value
   */
  public static Fingerprint of(@Nullable Object content) {
    SortedMap<String, @Nullable Object> members = CanonicalDigest.members(content);
    SortedMap<String, String> fields = new TreeMap<>();
    if (members != null && members.size() <= FIELDS_MAX) {
      members.forEach((name, value) -> fields.put(name, hex(value).substring(0, FIELD_DIGITS)));
    }
    return new Fingerprint(hex(content), fields);
  }

  /** Whether both are of the same content; only the whole digest counts. */
  public boolean matches(Fingerprint other) {
    return sha256Hex.equals(other.sha256Hex);
  }

  /** Names of members that are not the same in both, also if only one has them; to be shown. */
  public Set<String> differing(Fingerprint other) {
    Set<String> names = new TreeSet<>(fields.keySet());
    names.addAll(other.fields.keySet());
    names.removeIf(
        name -> {
          String ours = fields.get(name);
          return ours != null && ours.equals(other.fields.get(name));
        });
    return names;
  }

  /**
   * As one line of text, to be stored: the digest, then each member; without the members if that
   * would be longer than {@value #ENCODED_LENGTH_MAX} characters.
   */
  public String encoded() {
    StringBuilder text = new StringBuilder(sha256Hex);
    fields.forEach(
        (name, digest) ->
            text.append(' ')
                .append(digest)
                .append(URLEncoder.encode(name, StandardCharsets.UTF_8)));
    return text.length() <= ENCODED_LENGTH_MAX ? text.toString() : sha256Hex;
  }

  /** The fingerprint that was {@link #encoded()} so. */
  public static Fingerprint decoded(String text) {
    String[] words = text.split(" ", -1);
    SortedMap<String, String> fields = new TreeMap<>();
    for (String word : Arrays.asList(words).subList(1, words.length)) {
      fields.put(
          URLDecoder.decode(word.substring(FIELD_DIGITS), StandardCharsets.UTF_8),
          word.substring(0, FIELD_DIGITS));
    }
    return new Fingerprint(words[0], fields);
  }

  private static String hex(@Nullable Object value) {
    return HexFormat.of().formatHex(CanonicalDigest.of(value));
  }
}
