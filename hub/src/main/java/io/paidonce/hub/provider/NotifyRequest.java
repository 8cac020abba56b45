package io.paidonce.hub.provider;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One delivery as it came: the body's bytes, untouched, and the headers, found in any case.
 *
 * @param receivedAt when the last byte had arrived; freshness is judged against this, not against
 *     the moment of verification
 */
public record NotifyRequest(Map<String, List<String>> headers, byte[] body, Instant receivedAt) {

  public NotifyRequest {
    Map<String, List<String>> folded = new TreeMap<>();
    headers.forEach(
        (name, values) ->
            folded.merge(
                name.toLowerCase(Locale.ROOT),
                List.copyOf(values),
                (a, b) -> Stream.concat(a.stream(), b.stream()).toList()));
    headers = Map.copyOf(folded);
  }

  /** Whether the body holds nothing but blanks. */
  public boolean isEmpty() {
    return new String(body, StandardCharsets.UTF_8).isBlank();
  }

  /** All values of this header, in any case; empty if it is absent. */
  public List<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }
}
