package io.paidonce.web;

import io.paidonce.FormTokens;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Form tokens for tests, which never expire. */
final class MemoryFormTokens implements FormTokens {

  private record Issued(String subject, boolean used) {}

  private final Map<String, Issued> issued = new HashMap<>();

  @Override
  public synchronized String issue(String subject, Duration validity) {
    String token = UUID.randomUUID().toString();
    issued.put(token, new Issued(subject, false));
    return token;
  }

  @Override
  public synchronized Consumed consume(String token, String subject) {
    @Nullable Issued found = issued.get(token);
    if (found == null || found.used()) {
      return Consumed.UNKNOWN;
    }
    if (!found.subject().equals(subject)) {
      return Consumed.OTHER_SUBJECT;
    }
    issued.put(token, new Issued(subject, true));
    return Consumed.CONSUMED;
  }

  @Override
  public synchronized boolean giveBack(String token, String subject) {
    return issued.replace(token, new Issued(subject, true), new Issued(subject, false));
  }
}
