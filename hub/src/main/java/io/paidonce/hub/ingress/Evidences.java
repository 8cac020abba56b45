package io.paidonce.hub.ingress;

import io.paidonce.hub.provider.NotifyRequest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which headers are kept beside a body: those that prove or trace, never those that authorise. */
final class Evidences {

  private static final Set<String> KEPT =
      Set.of("content-type", "user-agent", "request-id", "traceparent");
  private static final int LENGTH_MAX = 4096;

  private Evidences() {}

  static String headers(NotifyRequest request) {
    Map<String, Iterable<String>> kept = new TreeMap<>();
    request
        .headers()
        .forEach(
            (name, values) -> {
              if (KEPT.contains(name) || name.startsWith("wechatpay-")) {
                kept.put(name, values);
              }
            });
    StringBuilder text = new StringBuilder();
    kept.forEach(
        (name, values) ->
            values.forEach(value -> text.append(name).append(": ").append(value).append('\n')));
    return text.length() <= LENGTH_MAX ? text.toString() : text.substring(0, LENGTH_MAX);
  }
}
