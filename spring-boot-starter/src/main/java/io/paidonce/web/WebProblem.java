package io.paidonce.web;

import io.paidonce.DuplicateRequestException.Reason;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What a request can be refused with, as an RFC 9457 problem with a stable code; each has its row
 * in the reference of problems. Written as bytes, so that no message converter is needed.
 */
enum WebProblem {
  IDEMPOTENCY_KEY_MISSING(400, "The Idempotency-Key header is missing"),
  IDEMPOTENCY_KEY_MALFORMED(400, "The Idempotency-Key header cannot be read"),
  IDEMPOTENCY_BODY_TOO_LARGE(413, "The body is too large to be compared with a repeat"),
  IDEMPOTENCY_KEY_REUSED(422, "This Idempotency-Key was used for another request"),
  IDEMPOTENCY_KEY_IN_FLIGHT(409, "A request with this Idempotency-Key is still being worked on", 1),
  IDEMPOTENCY_KEY_IN_DOUBT(409, "It is not known whether the first request took effect"),
  IDEMPOTENCY_KEY_COMPLETED(409, "The request with this Idempotency-Key is done"),
  IDEMPOTENCY_KEY_LATE(409, "The request is done, and its answer is not kept any more"),
  IDEMPOTENCY_KEY_FAILED(409, "The request with this Idempotency-Key has failed for good"),
  IDEMPOTENCY_ANSWER_LOST(409, "The request is done, and its answer cannot be given again"),
  IDEMPOTENCY_UNAVAILABLE(503, "Not possible at the moment; try again", 5),
  FORM_TOKEN_MISSING(400, "The Idempotency-Token header is missing"),
  FORM_TOKEN_USED(409, "This form was submitted already, or its token is not valid any more");

  private static final int DETAIL_LENGTH_MAX = 400;

  private final int status;
  private final String title;
  private final int retryAfterSeconds;

  WebProblem(int status, String title) {
    this(status, title, 0);
  }

  WebProblem(int status, String title, int retryAfterSeconds) {
    this.status = status;
    this.title = title;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  int status() {
    return status;
  }

  /** The problem of a duplicate that got no result. */
  static WebProblem of(Reason reason) {
    return switch (reason) {
      case IN_PROGRESS -> IDEMPOTENCY_KEY_IN_FLIGHT;
      case COMPLETED -> IDEMPOTENCY_KEY_COMPLETED;
      case LATE -> IDEMPOTENCY_KEY_LATE;
      case RESULT_UNREADABLE -> IDEMPOTENCY_ANSWER_LOST;
      case FAILED_BEFORE -> IDEMPOTENCY_KEY_FAILED;
      case IN_DOUBT -> IDEMPOTENCY_KEY_IN_DOUBT;
      case KEY_REUSED -> IDEMPOTENCY_KEY_REUSED;
    };
  }

  /** What a client can do about it, in one sentence. */
  String advice() {
    return switch (this) {
      case IDEMPOTENCY_KEY_MISSING -> "send one, new and random for each new request";
      case IDEMPOTENCY_KEY_MALFORMED -> "send 1 to 200 printable characters, quoted or bare";
      case IDEMPOTENCY_BODY_TOO_LARGE -> "send less, or to an endpoint without a key";
      case IDEMPOTENCY_KEY_REUSED ->
          "repeat the first request unchanged, or use a new key for a new request";
      case IDEMPOTENCY_KEY_IN_FLIGHT, IDEMPOTENCY_UNAVAILABLE ->
          "repeat the same request with the same key a little later";
      case IDEMPOTENCY_KEY_IN_DOUBT -> "ask what became of it before anything is sent again";
      case IDEMPOTENCY_KEY_COMPLETED, IDEMPOTENCY_KEY_LATE, IDEMPOTENCY_ANSWER_LOST ->
          "read what it has made; use a new key only for a new request";
      case IDEMPOTENCY_KEY_FAILED -> "use a new key for a new attempt";
      case FORM_TOKEN_MISSING -> "load the form again and submit it with its token";
      case FORM_TOKEN_USED -> "see whether the first submission is done; else load the form again";
    };
  }

  void write(HttpServletResponse response) throws IOException {
    write(response, "");
  }

  /**
   * Answers with it.
   *
   * @param detail what is special about this case, put before the advice; may be empty
   */
  void write(HttpServletResponse response, String detail) throws IOException {
    byte[] body = body(detail).getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType("application/problem+json");
    response.setHeader("Cache-Control", "no-store");
    if (retryAfterSeconds > 0) {
      response.setHeader("Retry-After", Integer.toString(retryAfterSeconds));
    }
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private String body(String detail) {
    String kept =
        detail.length() <= DETAIL_LENGTH_MAX ? detail : detail.substring(0, DETAIL_LENGTH_MAX);
    String type = "urn:paidonce:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    return "{\"type\":"
        + Json.text(type)
        + ",\"title\":"
        + Json.text(title)
        + ",\"status\":"
        + status
        + ",\"detail\":"
        + Json.text(kept.isEmpty() ? advice() : kept + "; " + advice())
        + ",\"code\":"
        + Json.text(name())
        + "}";
  }
}
