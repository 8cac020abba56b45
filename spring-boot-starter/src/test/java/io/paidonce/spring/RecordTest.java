package io.paidonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.paidonce.DuplicateRequestException;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.Idempotent;
import io.paidonce.OnDuplicate;
import io.paidonce.Strategy;
import io.paidonce.jdbc.JdbcIdempotencyAutoConfiguration;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.Simultaneously;
import io.paidonce.transaction.TransactionIdempotencyAutoConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Record and effect in one transaction, by annotation, on each engine. */
class RecordTest {

  /** The application's own code. */
  static class Shop {
    private final JdbcClient jdbc;

    Shop(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @Idempotent(key = "#id", onDuplicate = OnDuplicate.REPLAY)
    @Transactional
    public String pay(String id) {
      return effect(id);
    }

    @Idempotent(key = "#id", onDuplicate = OnDuplicate.REPLAY)
    public String withoutOwnTransaction(String id) {
      return effect(id);
    }

    @Idempotent(key = "#id", onDuplicate = OnDuplicate.WAIT)
    @Transactional
    public String waited(String id) {
      return effect(id);
    }

    @Idempotent(
        key = "#id",
        strategy = {Strategy.REDIS, Strategy.UNIQUE},
        onDuplicate = OnDuplicate.WAIT)
    @Transactional
    public String layered(String id) {
      return effect(id);
    }

    @Idempotent(key = "#id", request = "{}")
    @Transactional
    public void failing(String id, boolean fails) throws IOException {
      effect(id);
      if (fails) {
        throw new IllegalStateException("after the effect");
      }
    }

    private String effect(String id) {
      jdbc.sql("INSERT INTO effect (id) VALUES (?)").param(id).update();
      return id + " took effect";
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theEffectIsOneAndItsResultIsReplayed(Engine engine) {
    with(
        engine,
        context -> {
          Shop shop = context.getBean(Shop.class);
          assertThat(shop.pay("1")).isEqualTo(shop.pay("1")).isEqualTo("1 took effect");
          assertThat(shop.withoutOwnTransaction("2")).isEqualTo(shop.withoutOwnTransaction("2"));
          assertThat(shop.layered("3")).isEqualTo(shop.layered("3"));
          assertThat(effects(context)).isEqualTo(3);
        });
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aRollbackTakesTheRecordBackWithTheEffect(Engine engine) {
    with(
        engine,
        context -> {
          Shop shop = context.getBean(Shop.class);
          assertThatExceptionOfType(IllegalStateException.class) // C89, F29
              .isThrownBy(() -> shop.failing("1", true));
          assertThat(effects(context)).isZero();
          run(() -> shop.failing("1", false));
          assertThat(effects(context)).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aDuplicateInTheCallersTransactionLeavesItAlive(Engine engine) {
    with(
        engine,
        context -> {
          Shop shop = context.getBean(Shop.class);
          run(() -> shop.failing("1", false));
          TransactionTemplate outer = context.getBean(TransactionTemplate.class);
          outer.executeWithoutResult(
              status -> {
                assertThatExceptionOfType(DuplicateRequestException.class) // F16
                    .isThrownBy(() -> shop.failing("1", false))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.COMPLETED));
                run(() -> shop.failing("2", false));
              });
          assertThat(effects(context)).isEqualTo(2);
        });
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theCallersRollbackTakesTheRecordBackToo(Engine engine) {
    with(
        engine,
        context -> {
          Shop shop = context.getBean(Shop.class);
          TransactionTemplate outer = context.getBean(TransactionTemplate.class);
          outer.executeWithoutResult(
              status -> {
                shop.pay("1");
                status.setRollbackOnly();
              });
          assertThat(effects(context)).isZero();
          shop.pay("1");
          assertThat(effects(context)).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void manyAtOneInstantOnFewConnectionsHaveOneEffect(Engine engine) {
    with(
        engine,
        context -> {
          Shop shop = context.getBean(Shop.class);
          for (int round = 0; round < 5; round++) {
            String id = "r" + round;
            List<String> seen =
                Simultaneously.<String>run(32, Duration.ofSeconds(60), () -> shop.waited(id))
                    .all(); // F6, F21, C156
            assertThat(seen).hasSize(32).containsOnly(id + " took effect");
            String layered = "l" + round;
            assertThat(
                    Simultaneously.<String>run(
                            32, Duration.ofSeconds(60), () -> shop.layered(layered))
                        .all())
                .containsOnly(layered + " took effect");
          }
          assertThat(effects(context)).isEqualTo(10);
        });
  }

  private static long effects(AssertableApplicationContext context) {
    return context
        .getBean(JdbcClient.class)
        .sql("SELECT COUNT(*) FROM effect")
        .query(Long.class)
        .single();
  }

  private static void run(ThrowingCallable call) {
    try {
      call.call();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void with(Engine engine, ContextConsumer<AssertableApplicationContext> test) {
    try (Database database = DatabaseServer.of(engine).freshDatabase()) {
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceTransactionManagerAutoConfiguration.class,
                  JdbcTemplateAutoConfiguration.class,
                  JdbcClientAutoConfiguration.class,
                  TransactionAutoConfiguration.class,
                  CodecAutoConfiguration.class,
                  JdbcIdempotencyAutoConfiguration.class,
                  TransactionIdempotencyAutoConfiguration.class,
                  IdempotencyAutoConfiguration.class))
          .withPropertyValues(
              "paidonce.idempotency.memory=true",
              "paidonce.idempotency.jdbc.initialize-schema=always")
          .withBean(DataSource.class, database::dataSource)
          .withBean(Shop.class)
          .run(
              context -> {
                assertThat(context).hasNotFailed();
                context
                    .getBean(JdbcClient.class)
                    .sql("CREATE TABLE effect (id VARCHAR(40) PRIMARY KEY)")
                    .update();
                test.accept(context);
              });
    }
  }
}
