package io.paidonce.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An answer as a handler gave it, before anything was sent.
 *
 * @param contentType with its charset; null for none
 * @param error what the container's error page was asked to say; null if the body is the answer
 */
@SuppressWarnings("ArrayRecordComponent")
record HttpAnswer(
    int status,
    @Nullable String contentType,
    List<Header> headers,
    byte[] body,
    @Nullable String error) {

  /** Marks an answer that was given before. */
  static final String REPLAYED = "Idempotency-Replayed";

  /**
   * Of one connection, of one moment, or of one browser: never kept. The length follows from the
   * body.
   */
  private static final Set<String> NOT_KEPT =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "content-length",
          "date",
          "set-cookie",
          "set-cookie2",
          "idempotency-replayed");

  /**
   * A header.
   *
   * @param replaces whether it takes the place of what stands further outside, or is added to it
   */
  record Header(String name, boolean replaces, List<String> values) {

    Header {
      values = List.copyOf(values);
    }

    boolean kept() {
      return !NOT_KEPT.contains(name.toLowerCase(Locale.ROOT));
    }
  }

  HttpAnswer {
    headers = List.copyOf(headers);
  }

  /** Whether the request took effect, as far as the answer tells: a redirect follows success. */
  boolean success() {
    return status < 400;
  }

  /** Whether it says that the request is wrong. */
  boolean refusal() {
    return status >= 400 && status < 500;
  }

  /** Sends it. */
  void send(HttpServletResponse response) throws IOException {
    for (Header header : headers) {
      boolean first = header.replaces();
      for (String value : header.values()) {
        if (first) {
          response.setHeader(header.name(), value);
        } else {
          response.addHeader(header.name(), value);
        }
        first = false;
      }
    }
    if (error != null) {
      response.sendError(status, error.isEmpty() ? null : error);
      return;
    }
    response.setStatus(status);
    if (contentType != null) {
      response.setContentType(contentType);
    }
    if (body.length > 0) {
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }

  /** Sends it to a repeat. */
  void replay(HttpServletResponse response) throws IOException {
    response.setHeader(REPLAYED, "true");
    send(response);
  }
}
