package io.paidonce.hub.provider;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The exact answer to a delivery: status, content type (null for none) and the body's bytes. */
public record Answer(int status, @Nullable String contentType, byte[] body) {

  static Answer of(int status, String contentType, String body) {
    return new Answer(status, contentType, body.getBytes(StandardCharsets.UTF_8));
  }
}
