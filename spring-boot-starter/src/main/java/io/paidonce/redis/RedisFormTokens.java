package io.paidonce.redis;

import io.paidonce.FormToken;
import io.paidonce.FormTokens;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Form tokens in Redis, standalone or Cluster: each step is one script, by the server's clock.
 *
 * <p>What Redis forgets, by a failover or a flush, is a token that is refused; but a failover that
 * loses the consumption of a token lets it be consumed again. Thread-safe.
 */
public final class RedisFormTokens implements FormTokens, AutoCloseable {

  private final RedisAccess access;
  private final String prefix;
  private final Duration budget;

  RedisFormTokens(RedisAccess access, String prefix, Duration budget) {
    this.access = access;
    this.prefix = prefix;
    this.budget = budget;
  }

  @Override
  public String issue(String subject, Duration validity) {
    FormToken.requireValidity(validity);
    String text = FormToken.random();
    FormToken token = FormToken.of(text, subject);
    long millis = validity.plusMillis(1).minusNanos(1).toMillis();
    run(Script.FORM_ISSUE, token, ascii(token.subject()), ascii(Long.toString(millis)));
    return text;
  }

  @Override
  public Consumed consume(String text, String subject) {
    FormToken token = FormToken.of(text, subject);
    String answer = run(Script.FORM_CONSUME, token, ascii(token.subject()));
    return switch (answer) {
      case "C" -> Consumed.CONSUMED;
      case "O" -> Consumed.OTHER_SUBJECT;
      case "U" -> Consumed.UNKNOWN;
      default -> throw new IllegalStateException("a form token was answered by " + answer);
    };
  }

  @Override
  public boolean giveBack(String text, String subject) {
    FormToken token = FormToken.of(text, subject);
    return run(Script.FORM_GIVE_BACK, token, ascii(token.subject())).equals("1");
  }

  private String run(Script script, FormToken token, byte[]... arguments) {
    byte[][] keys = {(prefix + "form:" + token.digest()).getBytes(StandardCharsets.UTF_8)};
    RedisScripts scripts = RedisScripts.within(budget, access, "redis");
    return new String(scripts.run(script, keys, arguments).get(0), StandardCharsets.US_ASCII);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    access.close();
  }
}
