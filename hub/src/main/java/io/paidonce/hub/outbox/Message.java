package io.paidonce.hub.outbox;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something we owe the business systems.
 *
 * @param businessKey what the receiver makes it once by; written at most once
 */
public record Message(
    String type, String businessKey, @Nullable String orderNo, Map<String, Object> data) {

  public Message {
    data = Map.copyOf(data);
  }
}
