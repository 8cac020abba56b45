package io.paidonce.redis;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How claims are kept in Redis.
 *
 * @param prefix of every key; without braces, which a Cluster would read as the key's place
 * @param budget how long a step may take before Redis counts as unavailable, 1 ms to 1 min
 */
@ConfigurationProperties("paidonce.idempotency.redis")
record RedisProperties(
    @DefaultValue("paidonce:") String prefix, @DefaultValue("1s") Duration budget) {

  private static final Duration BUDGET_MIN = Duration.ofMillis(1);
  private static final Duration BUDGET_MAX = Duration.ofMinutes(1);

  RedisProperties {
    if (prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0) {
      throw new IllegalArgumentException(
          "paidonce.idempotency.redis.prefix is without braces, not " + prefix);
    }
    if (budget.compareTo(BUDGET_MIN) < 0 || budget.compareTo(BUDGET_MAX) > 0) {
      throw new IllegalArgumentException(
          "paidonce.idempotency.redis.budget is 1 ms to 1 min, not " + budget);
    }
  }
}
