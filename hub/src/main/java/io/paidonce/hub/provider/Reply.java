package io.paidonce.hub.provider;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What came back for a {@link Call}: the body's bytes, untouched.
 *
 * @param receivedAt when the last byte had arrived; freshness is judged against this
 */
public record Reply(
    int status, Map<String, List<String>> headers, byte[] body, Instant receivedAt) {

  /** As a delivery, so that the same eyes check both. */
  public NotifyRequest delivered() {
    return new NotifyRequest(headers, body, receivedAt);
  }

  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  @Override
  public String toString() {
    return "status " + status + ", " + body.length + " bytes";
  }
}
