package io.paidonce.redis;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How claims are kept in Redis.
 *
 * @param prefix of every key
 * @param budget how long a step may take before Redis counts as unavailable
 */
@ConfigurationProperties("paidonce.idempotency.redis")
record RedisProperties(
    @DefaultValue("paidonce:") String prefix, @DefaultValue("1s") Duration budget) {}
