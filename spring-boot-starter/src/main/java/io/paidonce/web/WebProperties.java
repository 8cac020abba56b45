package io.paidonce.web;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be set for idempotent requests over HTTP.
 *
 * @param requestBytesMax largest body of a request with a key; uploads have limits of their own
 * @param responseBytesMax largest answer that is kept for repeats, with its headers; a larger one
 *     is given once
 * @param tokens of the endpoint that issues form tokens
 */
@ConfigurationProperties("paidonce.idempotency.web")
record WebProperties(
    @DefaultValue("65536") int requestBytesMax,
    @DefaultValue("262144") int responseBytesMax,
    @DefaultValue Tokens tokens) {

  /** What a store can keep of an answer, in bytes: its limit is counted in Base64. */
  static final int RESPONSE_BYTES_LIMIT = 700_000;

  /** Largest body that may be held in memory, in bytes. */
  static final int REQUEST_BYTES_LIMIT = 16 << 20;

  WebProperties {
    within("request-bytes-max", requestBytesMax, REQUEST_BYTES_LIMIT);
    within("response-bytes-max", responseBytesMax, RESPONSE_BYTES_LIMIT);
  }

  private static void within(String name, int value, int most) {
    if (value < 0 || value > most) {
      throw new IllegalArgumentException(
          "paidonce.idempotency.web." + name + " is 0 to " + most + ", not " + value);
    }
  }

  /**
   * Of form tokens.
   *
   * @param enabled whether there is an endpoint that issues them
   * @param path of that endpoint
   * @param validity how long a token can be used
   */
  record Tokens(
      @DefaultValue("true") boolean enabled,
      @DefaultValue(FormTokenEndpoint.PATH) String path,
      @DefaultValue("2h") Duration validity) {

    Tokens {
      if (!path.startsWith("/")) {
        throw new IllegalArgumentException(
            "paidonce.idempotency.web.tokens.path begins with a slash, not as " + path);
      }
      if (validity.isNegative() || validity.isZero()) {
        throw new IllegalArgumentException(
            "paidonce.idempotency.web.tokens.validity is more than zero, not " + validity);
      }
    }
  }
}
