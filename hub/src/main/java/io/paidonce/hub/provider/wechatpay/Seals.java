package io.paidonce.hub.provider.wechatpay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.RsaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/** Checks the {@code Wechatpay-*} headers over the raw body. */
record Seals(PlatformKeys keys, Duration freshness) {

  private static final String SIGNATURE = "Wechatpay-Signature";
  private static final String SIGNATURE_TYPE = "Wechatpay-Signature-Type";
  private static final String RSA = "WECHATPAY2-SHA256-RSA2048";
  private static final String PROBE = "WECHATPAY/SIGNTEST/";
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
  private static final byte[] NEWLINE = {'\n'};

  /** Whether the request claims to be sealed at all. */
  static boolean claimed(NotifyRequest request) {
    return !request.header(SIGNATURE).isEmpty();
  }

  /**
   * Returns only if the seal is whole, fresh, of a known key and matches.
   *
   * @return false if only the signature does not match
   */
  boolean matches(NotifyRequest request) throws NotBelieved {
    String signature = one(request, SIGNATURE);
    String timestamp = one(request, "Wechatpay-Timestamp");
    String nonce = one(request, "Wechatpay-Nonce");
    String serial = one(request, "Wechatpay-Serial");
    if (signature.startsWith(PROBE)) {
      throw new NotBelieved(Refusal.PROBE, "WeChat Pay tests our verification");
    }
    requireAlgorithm(request.header(SIGNATURE_TYPE));
    requireFresh(timestamp, request.receivedAt());
    RsaKey key = keys.key(serial, request.receivedAt());
    return key.signed(
        signature,
        timestamp.getBytes(UTF_8),
        NEWLINE,
        nonce.getBytes(UTF_8),
        NEWLINE,
        request.body(),
        NEWLINE);
  }

  private static String one(NotifyRequest request, String name) throws NotBelieved {
    List<String> values = request.header(name);
    if (values.size() > 1) {
      throw new NotBelieved(Refusal.MALFORMED, name + " comes " + values.size() + " times");
    }
    if (values.isEmpty() || values.get(0).isBlank()) {
      throw new NotBelieved(Refusal.UNSIGNED, "no " + name);
    }
    String value = values.get(0);
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new NotBelieved(Refusal.MALFORMED, name + " holds control characters");
    }
    return value;
  }

  private static void requireAlgorithm(List<String> types) throws NotBelieved {
    if (types.size() > 1) {
      throw new NotBelieved(
          Refusal.MALFORMED, SIGNATURE_TYPE + " comes " + types.size() + " times");
    }
    if (!types.isEmpty() && !types.get(0).equals(RSA)) {
      throw new NotBelieved(
          Refusal.ALGORITHM,
          SIGNATURE_TYPE + " " + NotBelieved.shown(types.get(0)) + " is not " + RSA);
    }
  }

  private void requireFresh(String timestamp, Instant receivedAt) throws NotBelieved {
    if (!SECONDS.matcher(timestamp).matches()) {
      throw new NotBelieved(Refusal.MALFORMED, "Wechatpay-Timestamp is not unix seconds");
    }
    Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), receivedAt);
    if (age.compareTo(freshness) > 0) {
      throw new NotBelieved(
          Refusal.STALE,
          "too old: sent " + age.toSeconds() + " s before it came; check this host's clock");
    }
    if (age.negated().compareTo(freshness) > 0) {
      throw new NotBelieved(
          Refusal.FUTURE,
          "in the future: sent "
              + age.negated().toSeconds()
              + " s after it came; check this host's clock");
    }
  }
}
