package io.paidonce.simulator;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An HTTP request exactly as a provider would put it on the wire, without its address. Immutable;
 * the changing methods return another message and never sign again, so a change after signing is a
 * forgery on purpose.
 *
 * @param headers without {@code Content-Type}; names spelled as the provider spells them
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out
public record Signed(
    String method, String contentType, Map<String, List<String>> headers, byte[] body) {

  public Signed {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    headers = Collections.unmodifiableMap(copy);
    body = body.clone();
  }

  /** The body's bytes; a new array each time. */
  @Override
  public byte[] body() {
    return body.clone();
  }

  /** This message with one header set to one value. */
  public Signed withHeader(String name, String value) {
    Map<String, List<String>> changed = new LinkedHashMap<>(headers);
    changed.put(name, List.of(value));
    return new Signed(method, contentType, changed, body);
  }

  /** This message without one header. */
  public Signed withoutHeader(String name) {
    Map<String, List<String>> changed = new LinkedHashMap<>(headers);
    changed.remove(name);
    return new Signed(method, contentType, changed, body);
  }

  /** This message with another body under the old signature. */
  public Signed withBody(byte[] otherBody) {
    return new Signed(method, contentType, headers, otherBody);
  }

  /** This message with another content type. */
  public Signed withContentType(String otherContentType) {
    return new Signed(method, otherContentType, headers, body);
  }

  /**
   * Tampering: the byte right behind the first occurrence of {@code marker} has its lowest bit
   * flipped, so a digit stays a digit and the message stays well-formed.
   *
   * @throws IllegalArgumentException if the body does not hold the marker followed by a byte
   */
  public Signed withByteChangedAfter(String marker) {
    int at = new String(body, StandardCharsets.ISO_8859_1).indexOf(marker);
    int target = at + marker.length();
    if (at < 0 || target >= body.length) {
      throw new IllegalArgumentException("the body has no byte behind '" + marker + "'");
    }
    byte[] changed = body.clone();
    changed[target] ^= 1;
    return withBody(changed);
  }
}
