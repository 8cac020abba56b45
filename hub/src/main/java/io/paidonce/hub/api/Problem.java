package io.paidonce.hub.api;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** A request that cannot be granted, as an RFC 9457 problem with a stable code. */
public final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Code code;

  /** What can be wrong; listed in the reference of problems. */
  public enum Code {
    IDEMPOTENCY_KEY_MISSING(HttpStatus.BAD_REQUEST, "The Idempotency-Key header is missing"),
    IDEMPOTENCY_KEY_REUSED(
        HttpStatus.UNPROCESSABLE_CONTENT, "This Idempotency-Key was used for another request"),
    IDEMPOTENCY_KEY_IN_FLIGHT(
        HttpStatus.CONFLICT, "A request with this Idempotency-Key is still being worked on"),
    ORDER_NUMBER_TAKEN(HttpStatus.CONFLICT, "This order number belongs to another request"),
    REQUEST_ID_TAKEN(HttpStatus.CONFLICT, "This request id belongs to another deduction"),
    AGENT_LIMIT_REACHED(
        HttpStatus.UNPROCESSABLE_CONTENT, "The agent may not order as much as this"),
    REFUND_NUMBER_TAKEN(HttpStatus.CONFLICT, "This refund number belongs to another refund"),
    REFUND_EXCEEDS_PAYMENT(HttpStatus.CONFLICT, "More than is left of the payment"),
    NOT_PAID(HttpStatus.CONFLICT, "There is no payment to refund"),
    BAD_REQUEST(HttpStatus.BAD_REQUEST, "The request cannot be read"),
    UNPROCESSABLE(HttpStatus.UNPROCESSABLE_CONTENT, "The request asks for what cannot be"),
    NOT_FOUND(HttpStatus.NOT_FOUND, "There is no such thing"),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "This cannot be done here"),
    UNAUTHENTICATED(HttpStatus.UNAUTHORIZED, "No valid API key was given"),
    FORBIDDEN(HttpStatus.FORBIDDEN, "The API key lacks the scope for this"),
    UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "Not possible at the moment; try again"),
    INTERNAL(HttpStatus.INTERNAL_SERVER_ERROR, "Something broke here; the log says what");

    private final HttpStatus status;
    private final String title;

    Code(HttpStatus status, String title) {
      this.status = status;
      this.title = title;
    }

    /** The problem as a body. */
    public ProblemDetail body(String detail) {
      String name = name().toLowerCase(Locale.ROOT).replace('_', '-');
      ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
      body.setType(URI.create("urn:paidonce:problem:" + name));
      body.setTitle(title);
      body.setProperty("code", name());
      return body;
    }
  }

  /** A problem; the detail names what and which, never a secret. */
  public Problem(Code code, String detail) {
    super(detail);
    this.code = code;
  }

  ProblemDetail body() {
    return code.body(String.valueOf(getMessage()));
  }
}
