package io.paidonce.hub.gate;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gate in Redis, shared by all nodes.
 *
 * <p>Keys carry the installation's epoch, so that a database that was restored or failed over never
 * meets the memory of its former self. An error or a call over its budget counts as fallback; after
 * a few of them Redis is left alone for a while.
 */
public final class RedisGate implements Gate {

  private static final Logger LOG = LoggerFactory.getLogger(RedisGate.class);

  private final Commands redis;
  private final LongSupplier epoch;
  private final Duration retention;
  private final Duration budget;
  private final CircuitBreaker breaker;

  /** The two commands it needs; each may fail at once or never complete. */
  public interface Commands {

    /** Whether the key exists. */
    CompletionStage<Boolean> exists(String key);

    /** Sets the key for this long. */
    CompletionStage<?> set(String key, Duration retention);
  }

  /**
   * A gate.
   *
   * @param epoch the installation's current epoch
   * @param retention covers the provider's whole retry schedule
   * @param budget what a look may add to an answer
   */
  public RedisGate(Commands redis, LongSupplier epoch, Duration retention, Duration budget) {
    this.redis = redis;
    this.epoch = epoch;
    this.retention = retention;
    this.budget = budget;
    this.breaker =
        CircuitBreaker.of(
            "gate",
            CircuitBreakerConfig.custom()
                .slidingWindowSize(20)
                .minimumNumberOfCalls(5)
                .failureRateThreshold(50)
                .waitDurationInOpenState(Duration.ofSeconds(2))
                .permittedNumberOfCallsInHalfOpenState(3)
                .build());
    breaker
        .getEventPublisher()
        .onStateTransition(
            event -> LOG.warn("gate.breaker transition={}", event.getStateTransition()));
  }

  @Override
  public CompletableFuture<Look> look(String key) {
    if (!breaker.tryAcquirePermission()) {
      return CompletableFuture.completedFuture(Look.FALLBACK);
    }
    long start = System.nanoTime();
    CompletableFuture<Boolean> asked;
    try {
      asked = redis.exists(redisKey(key)).toCompletableFuture().thenApply(found -> found);
    } catch (RuntimeException e) {
      breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, e);
      return CompletableFuture.completedFuture(Look.FALLBACK);
    }
    return asked
        .orTimeout(budget.toNanos(), TimeUnit.NANOSECONDS)
        .handle((found, error) -> judge(found, error, start));
  }

  private Look judge(@Nullable Boolean found, @Nullable Throwable error, long start) {
    long took = System.nanoTime() - start;
    if (error != null || found == null) {
      breaker.onError(
          took,
          TimeUnit.NANOSECONDS,
          error == null ? new IllegalStateException("no answer") : error);
      return Look.FALLBACK;
    }
    breaker.onSuccess(took, TimeUnit.NANOSECONDS);
    return found ? Look.DONE : Look.ABSENT;
  }

  @Override
  public void done(String key) {
    if (breaker.getState() == CircuitBreaker.State.OPEN) {
      return;
    }
    try {
      redis
          .set(redisKey(key), retention)
          .whenComplete(
              (ok, error) -> {
                if (error != null) {
                  LOG.debug("gate.not_remembered because {}", error.toString());
                }
              });
    } catch (RuntimeException e) {
      LOG.debug("gate.not_remembered because {}", e.toString());
    }
  }

  private String redisKey(String key) {
    return "paidonce:" + Long.toHexString(epoch.getAsLong()) + ":" + key;
  }
}
