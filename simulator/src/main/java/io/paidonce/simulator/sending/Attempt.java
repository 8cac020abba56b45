package io.paidonce.simulator.sending;

import io.paidonce.simulator.Dialect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/**
 * One request that was sent, and what came back.
 *
 * @param requestId unique within a run; also sent as {@code Request-ID}
 * @param subject what it was about: an order number, or a word for probes
 * @param status HTTP status, 0 without an answer
 * @param body the answer's bytes; empty without an answer
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out
public record Attempt(
    String requestId,
    Dialect dialect,
    String subject,
    Instant sentAt,
    Duration latency,
    Verdict verdict,
    int status,
    byte[] body) {

  private static final int SHOWN_CHARS = 60;

  public Attempt {
    body = body.clone();
  }

  @Override
  public byte[] body() {
    return body.clone();
  }

  /** The answer for people: status and the beginning of the body. */
  public String answer() {
    String text = new String(body, StandardCharsets.UTF_8).replaceAll("\\s+", " ");
    return status == 0
        ? "no answer"
        : status
            + " '"
            + (text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "..." : text)
            + "'";
  }
}
