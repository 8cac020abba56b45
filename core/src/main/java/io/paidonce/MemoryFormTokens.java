package io.paidonce;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;

/**
 * Form tokens in the memory of one process: for tests, and for applications that run once. All are
 * forgotten when it ends.
 *
 * <p>Beyond {@value #TOKENS_MAX} tokens that are not past their time, none is issued.
 */
public final class MemoryFormTokens implements FormTokens {

  /** Most tokens. */
  public static final int TOKENS_MAX = 100_000;

  private record Issued(String subject, Instant expiry, boolean used) {}

  private final Map<String, Issued> issued = new HashMap<>();
  private final Clock clock;

  /** Tokens that expire by this clock. */
  public MemoryFormTokens(Clock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized String issue(String subject, Duration validity) {
    FormToken.requireValidity(validity);
    Instant now = clock.instant();
    if (issued.size() >= TOKENS_MAX) {
      issued.values().removeIf(it -> !it.expiry().isAfter(now));
    }
    if (issued.size() >= TOKENS_MAX) {
      throw new StoreUnavailableException(
          "memory",
          "issue",
          new RejectedExecutionException("there are " + TOKENS_MAX + " tokens already"));
    }
    String text = FormToken.random();
    FormToken token = FormToken.of(text, subject);
    issued.put(token.digest(), new Issued(token.subject(), now.plus(validity), false));
    return text;
  }

  @Override
  public synchronized Consumed consume(String text, String subject) {
    FormToken token = FormToken.of(text, subject);
    Issued found = issued.get(token.digest());
    if (found == null || found.used() || !found.expiry().isAfter(clock.instant())) {
      return Consumed.UNKNOWN;
    }
    if (!found.subject().equals(token.subject())) {
      return Consumed.OTHER_SUBJECT;
    }
    issued.put(token.digest(), new Issued(found.subject(), found.expiry(), true));
    return Consumed.CONSUMED;
  }

  @Override
  public synchronized boolean giveBack(String text, String subject) {
    FormToken token = FormToken.of(text, subject);
    Issued found = issued.get(token.digest());
    if (found == null
        || !found.used()
        || !found.subject().equals(token.subject())
        || !found.expiry().isAfter(clock.instant())) {
      return false;
    }
    issued.put(token.digest(), new Issued(found.subject(), found.expiry(), false));
    return true;
  }
}
