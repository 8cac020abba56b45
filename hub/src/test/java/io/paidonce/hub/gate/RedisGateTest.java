package io.paidonce.hub.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.gate.Gate.Look;
import io.paidonce.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedisGateTest {

  private static final Duration BUDGET = Duration.ofMillis(20);
  private static final Duration RETENTION = Duration.ofHours(25);
  private static final int ENOUGH_FOR_THE_BREAKER = 5;

  private final AtomicLong epoch = new AtomicLong(1);
  private final FakeRedis redis = new FakeRedis();
  private final RedisGate gate = new RedisGate(redis, epoch::get, RETENTION, BUDGET);

  private enum Trouble {
    NEVER_COMPLETES,
    FAILS,
    THROWS;

    CompletableFuture<Boolean> answer() {
      return switch (this) {
        case NEVER_COMPLETES -> new CompletableFuture<>();
        case FAILS -> CompletableFuture.failedFuture(new IllegalStateException("no Redis"));
        case THROWS -> throw new IllegalStateException("no connection");
      };
    }
  }

  private static final class FakeRedis implements RedisGate.Commands {
    private final Map<String, Duration> keys = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private Supplier<@Nullable CompletableFuture<Boolean>> trouble = () -> null;

    @Override
    public CompletionStage<Boolean> exists(String key) {
      asked.add(key);
      @Nullable CompletableFuture<Boolean> answer = trouble.get();
      return answer != null ? answer : CompletableFuture.completedFuture(keys.containsKey(key));
    }

    @Override
    public CompletionStage<?> set(String key, Duration retention) {
      asked.add(key);
      @Nullable CompletableFuture<Boolean> answer = trouble.get();
      if (answer != null) {
        return answer;
      }
      keys.put(key, retention);
      return CompletableFuture.completedFuture("OK");
    }
  }

  private Look look(String key) {
    return gate.look(key).join();
  }

  @Test
  void aKeyIsDoneOnlyAfterItWasSaidToBe() {
    assertThat(look("k")).isEqualTo(Look.ABSENT);
    gate.done("k");
    assertThat(look("k")).isEqualTo(Look.DONE);
    assertThat(look("other")).isEqualTo(Look.ABSENT);
    assertThat(redis.keys.values()).containsExactly(RETENTION);
  }

  @Test
  void anotherEpochRemembersNothing() {
    gate.done("k");
    epoch.incrementAndGet();
    assertThat(look("k")).isEqualTo(Look.ABSENT);
  }

  @ParameterizedTest
  @EnumSource(Trouble.class)
  void whateverIsWrongIsAFallbackWithinTheBudget(Trouble trouble) {
    redis.trouble = trouble::answer;
    long start = System.nanoTime();
    assertThat(look("k")).isEqualTo(Look.FALLBACK);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
  }

  @ParameterizedTest
  @EnumSource(Trouble.class)
  void rememberingMayFailUnseen(Trouble trouble) {
    redis.trouble = trouble::answer;
    gate.done("k");
    redis.trouble = () -> null;
    assertThat(look("k")).isEqualTo(Look.ABSENT);
  }

  @ParameterizedTest
  @EnumSource(Trouble.class)
  void afterAFewFailuresRedisIsLeftAloneAndLaterAskedAgain(Trouble trouble) {
    redis.trouble = trouble::answer;
    for (int i = 0; i < ENOUGH_FOR_THE_BREAKER; i++) {
      assertThat(look("k")).isEqualTo(Look.FALLBACK);
    }
    int asked = redis.asked.size();
    redis.trouble = () -> null;
    for (int i = 0; i < 100; i++) {
      assertThat(look("k")).isEqualTo(Look.FALLBACK);
      gate.done("k");
    }
    assertThat(redis.asked).hasSize(asked);
    Eventually.value(() -> look("k"), found -> found == Look.ABSENT, Duration.ofSeconds(20));
    gate.done("k");
    Eventually.value(() -> look("k"), found -> found == Look.DONE, Duration.ofSeconds(20));
  }

  @Test
  void oneFailureAmongManyChangesNothing() {
    for (int i = 0; i < 100; i++) {
      redis.trouble = i % 10 == 0 ? Trouble.FAILS::answer : () -> null;
      assertThat(look("k")).isEqualTo(i % 10 == 0 ? Look.FALLBACK : Look.ABSENT);
    }
  }
}
