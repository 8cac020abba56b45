package io.paidonce.hub.provider.wechatpayv2;

import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The key shared with WeChat Pay, and the algorithms the operator allows; a message chooses among
 * them, never beyond.
 */
final class SharedKey {

  private final byte[] key;
  private final Set<DigestAlgorithm> allowed;

  SharedKey(String key, Set<DigestAlgorithm> allowed) {
    this.key = key.getBytes(StandardCharsets.UTF_8);
    this.allowed = Set.copyOf(allowed);
  }

  /** These elements with what signs them, by the strongest algorithm allowed. */
  Map<String, String> signed(Map<String, String> elements) {
    DigestAlgorithm algorithm = allowed.stream().min(Comparator.naturalOrder()).orElseThrow();
    Map<String, String> all = new LinkedHashMap<>(elements);
    all.put("sign_type", algorithm.toString());
    String sign = HexFormat.of().withUpperCase().formatHex(algorithm.digest(key, canonical(all)));
    all.put("sign", sign);
    return all;
  }

  /** Returns only if the elements carry a sign that this key makes. */
  void requireSignature(Map<String, String> elements) throws NotBelieved {
    String sign = elements.get("sign");
    if (sign == null || sign.isBlank() || sign.equalsIgnoreCase("null")) {
      throw new NotBelieved(Refusal.UNSIGNED, "no sign");
    }
    DigestAlgorithm algorithm = algorithm(elements.get("sign_type"), sign);
    String expected = HexFormat.of().formatHex(algorithm.digest(key, canonical(elements)));
    if (!MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8),
        sign.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8))) {
      throw new NotBelieved(
          Refusal.SIGNATURE, "sign of " + sign.length() + " characters does not match");
    }
  }

  /** The one named, which is signed itself; else the one whose digests have this length. */
  private DigestAlgorithm algorithm(@Nullable String named, String sign) throws NotBelieved {
    DigestAlgorithm algorithm;
    if (named == null || named.isEmpty()) {
      algorithm =
          DigestAlgorithm.ofDigits(sign.length())
              .orElseThrow(
                  () ->
                      new NotBelieved(
                          Refusal.SIGNATURE,
                          "sign of " + sign.length() + " characters is no digest"));
    } else {
      algorithm =
          DigestAlgorithm.named(named)
              .orElseThrow(() -> new NotBelieved(Refusal.ALGORITHM, "unknown sign_type"));
    }
    if (!allowed.contains(algorithm)) {
      throw new NotBelieved(
          Refusal.ALGORITHM, algorithm + " is not among this channel's sign-type " + allowed);
    }
    return algorithm;
  }

  private byte[] canonical(Map<String, String> elements) {
    StringBuilder text = new StringBuilder(1024);
    new TreeMap<>(elements)
        .forEach(
            (name, value) -> {
              if (!name.equals("sign") && !value.isEmpty()) {
                text.append(name).append('=').append(value).append('&');
              }
            });
    text.append("key=").append(new String(key, StandardCharsets.UTF_8));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
