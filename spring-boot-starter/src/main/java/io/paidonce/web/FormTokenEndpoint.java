package io.paidonce.web;

import io.paidonce.FormTokens;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Issues form tokens to whoever asks, each for the caller or the session that asked. */
@RestController
final class FormTokenEndpoint {

  /** Where it is unless told otherwise. */
  static final String PATH = "/idempotency/tokens";

  private final FormTokens tokens;
  private final FormTokenCarrier carrier;
  private final Duration validity;
  private final Clock clock;

  FormTokenEndpoint(FormTokens tokens, FormTokenCarrier carrier, Duration validity, Clock clock) {
    this.tokens = tokens;
    this.carrier = carrier;
    this.validity = validity;
    this.clock = clock;
  }

  /** The time is this process', read before the token is made: it is never given too late. */
  @PostMapping("${paidonce.idempotency.web.tokens.path:" + PATH + "}")
  ResponseEntity<byte[]> issue(HttpServletRequest request) {
    String expiresAt = clock.instant().plus(validity).truncatedTo(ChronoUnit.SECONDS).toString();
    String token = tokens.issue(carrier.subject(request), validity);
    String body = "{\"token\":" + Json.text(token) + ",\"expiresAt\":" + Json.text(expiresAt) + "}";
    return ResponseEntity.status(HttpStatus.CREATED)
        .cacheControl(CacheControl.noStore())
        .contentType(MediaType.APPLICATION_JSON)
        .body(body.getBytes(StandardCharsets.UTF_8));
  }
}
