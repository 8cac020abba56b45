package io.paidonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.IdempotencyStore.Mode;
import io.paidonce.Idempotent;
import io.paidonce.OnDuplicate;
import io.paidonce.Strategy;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.web.client.RestClient;

/** What cannot keep its promise stops the start, and says what to do. */
class StartRefusedTest {

  static class Unique {
    @Idempotent(key = "#id")
    void work(String id) {}
  }

  static class Leased {
    @Idempotent(key = "#id", mode = Mode.LEASE)
    void work(String id) {}
  }

  static class Constant {
    @Idempotent(key = "'pay_notify:lock:'", strategy = Strategy.REDIS)
    void work(String id) {}
  }

  static class Later {
    @Idempotent(key = "#id", strategy = Strategy.REDIS)
    CompletableFuture<String> work(String id) {
      return CompletableFuture.completedFuture(id);
    }
  }

  static class Reactive {
    @Idempotent(key = "#id", strategy = Strategy.REDIS)
    Flow.Publisher<String> work(String id) {
      return subscriber -> {};
    }
  }

  static class Unstorable {
    @Idempotent(key = "#id", strategy = Strategy.REDIS, onDuplicate = OnDuplicate.REPLAY)
    Object work(String id) {
      return id;
    }
  }

  static class Opened {
    @Idempotent(key = "#id", strategy = Strategy.REDIS, onDuplicate = OnDuplicate.REPLAY)
    java.io.InputStream work(String id) {
      return java.io.InputStream.nullInputStream();
    }
  }

  static class Forgetful {
    @Idempotent(key = "#id", strategy = Strategy.REDIS, expire = 3600, retryHorizon = 90_000)
    void work(String id) {}
  }

  static class NoLease {
    @Idempotent(key = "#id", strategy = Strategy.REDIS, lease = 0)
    void work(String id) {}
  }

  static class LongWait {
    @Idempotent(
        key = "#id",
        strategy = Strategy.REDIS,
        onDuplicate = OnDuplicate.WAIT,
        waitMillis = 30_000)
    void work(String id) {}
  }

  static class KeepsInTransaction {
    @Idempotent(key = "#id", keepOn = IOException.class)
    void work(String id) {}
  }

  static class TwiceTheSame {
    @Idempotent(
        key = "#id",
        strategy = {Strategy.REDIS, Strategy.REDIS})
    void work(String id) {}
  }

  static class ByToken {
    @Idempotent(key = "#id", strategy = Strategy.TOKEN)
    void work(String id) {}
  }

  static class SkippedToken {
    @Idempotent(key = "'form'", strategy = Strategy.TOKEN, onDuplicate = OnDuplicate.SKIP)
    void work(String id) {}
  }

  static class ByState {
    @Idempotent(
        key = "#id",
        strategy = {Strategy.REDIS, Strategy.STATE})
    void work(String id) {}
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of(Unique.class, "there is no store for it: set spring.datasource.*"),
        Arguments.of(Leased.class, "there is no store for it: set spring.datasource.*"),
        Arguments.of(Constant.class, "is the same for all calls"), // C114
        Arguments.of(Later.class, "returns a CompletableFuture"), // C166
        Arguments.of(Reactive.class, "returns a Publisher"), // C166
        Arguments.of(Unstorable.class, "java.lang.Object cannot be stored"), // C174
        Arguments.of(Opened.class, "java.io.InputStream cannot be stored"),
        Arguments.of(Forgetful.class, "shorter than its retry horizon"),
        Arguments.of(NoLease.class, "has a lease below"), // F14
        Arguments.of(LongWait.class, "has a wait that is not 0 to PT2S"), // C162
        Arguments.of(KeepsInTransaction.class, "keeps failures"),
        Arguments.of(TwiceTheSame.class, "each once"),
        Arguments.of(ByToken.class, "strategy TOKEN, and there is no store for it"),
        Arguments.of(SkippedToken.class, "use onDuplicate THROW"),
        Arguments.of(ByState.class, "strategy STATE needs a StateChange"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void stops(Class<?> bean, String because) {
    Context.memory(bean)
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(because);
            });
  }

  @Test
  void claimsInRedisWithoutRedisNameTheProperties() {
    bare()
        .withBean(InRedis.class)
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("spring.data.redis.*")
                    .hasMessageContaining("paidonce.idempotency.memory=true"));
  }

  static class InRedis {
    @Idempotent(key = "#id", strategy = Strategy.REDIS)
    void work(String id) {}
  }

  @Test
  void anApplicationWithoutAnnotatedMethodsNeedsNoStore() {
    bare().withBean(RestClient.class, RestClient::create).run(c -> assertThat(c).hasNotFailed());
  }

  private static ApplicationContextRunner bare() {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(IdempotencyAutoConfiguration.class));
  }
}
