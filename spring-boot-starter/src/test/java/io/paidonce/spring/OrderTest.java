package io.paidonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.paidonce.Execution;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.Idempotent;
import io.paidonce.OwnershipLostException;
import io.paidonce.RecordView.State;
import io.paidonce.Strategy;
import io.paidonce.testkit.Eventually;
import io.paidonce.transaction.TransactionIdempotencyAutoConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Where the claim stands among transactions, retries, other threads and security. */
class OrderTest {

  private static final IdempotencyKey KEY = IdempotencyKey.of("order", "1");

  /** Stands for method security: before it nobody has been let in. */
  @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
  @interface Forbidden {}

  /** The application's own code. */
  static class Shop {
    private final IdempotencyStore claims;
    private final JdbcClient jdbc;
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final AtomicInteger tries = new AtomicInteger();

    Shop(IdempotencyStore claims, JdbcClient jdbc) {
      this.claims = claims;
      this.jdbc = jdbc;
    }

    List<String> seen() {
      return seen;
    }

    @Idempotent(key = "#id", scope = "order", strategy = Strategy.REDIS, lease = 1)
    @Transactional
    public void pay(String id, boolean loses) {
      jdbc.sql("INSERT INTO payment (id) VALUES (?)").param(id).update();
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              seen.add("committed while " + claims.find(KEY).orElseThrow().state());
            }
          });
      if (loses) {
        claims.free(KEY, true);
        Execution execution = Execution.current().orElseThrow();
        Eventually.until(execution::lost, Duration.ofSeconds(10));
      }
    }

    @Idempotent(key = "#id", scope = "order", strategy = Strategy.REDIS)
    @Retryable(maxRetries = 3, delay = 1)
    public int flaky(String id) {
      if (tries.incrementAndGet() < 3) {
        throw new IllegalStateException("try " + tries.get());
      }
      return tries.get();
    }

    @Idempotent(key = "#id", scope = "order", strategy = Strategy.REDIS)
    @Async
    public void later(String id) {
      seen.add(
          Thread.currentThread().getName()
              + " "
              + claims.find(KEY).map(record -> record.state()).orElse(null));
    }

    @Idempotent(key = "#id", scope = "order", strategy = Strategy.REDIS)
    @Forbidden
    public void forbidden(String id) {}
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAsync
  @EnableResilientMethods
  static class App {
    @Bean
    Executor taskExecutor() {
      return new SimpleAsyncTaskExecutor("later-");
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor security() {
      DefaultPointcutAdvisor advisor =
          new DefaultPointcutAdvisor(
              AnnotationMatchingPointcut.forMethodAnnotation(Forbidden.class),
              (MethodInterceptor)
                  invocation -> {
                    throw new SecurityException("not allowed");
                  });
      advisor.setOrder(500);
      return advisor;
    }
  }

  @Test
  void theClaimEndsAfterTheCommit() {
    database()
        .run(
            context -> {
              Shop shop = context.getBean(Shop.class);
              shop.pay("1", false);
              assertThat(shop.seen()).containsExactly("committed while IN_PROGRESS"); // F1, C101
              assertThat(state(context.getBean(IdempotencyStore.class)))
                  .contains(State.COMPLETED); // C167
            });
  }

  @Test
  void aLostClaimRollsTheTransactionBack() {
    database()
        .run(
            context -> {
              Shop shop = context.getBean(Shop.class);
              assertThatExceptionOfType(OwnershipLostException.class) // F11
                  .isThrownBy(() -> shop.pay("1", true));
              assertThat(payments(context.getBean(JdbcClient.class))).isZero();
            });
  }

  @Test
  void aCallFromInsideAnotherTransactionIsRefusedForClaimsAlone() {
    database()
        .run(
            context -> {
              Shop shop = context.getBean(Shop.class);
              TransactionTemplate outer = context.getBean(TransactionTemplate.class);
              assertThatIllegalStateException() // F1
                  .isThrownBy(() -> outer.executeWithoutResult(status -> shop.pay("1", false)))
                  .withMessageContaining("inside a transaction that began outside");
              assertThat(payments(context.getBean(JdbcClient.class))).isZero();
            });
  }

  @Test
  void eachRetryIsAnAttemptOfItsOwn() {
    database()
        .run(context -> assertThat(context.getBean(Shop.class).flaky("1")).isEqualTo(3)); // C167
  }

  @Test
  void workOnAnotherThreadIsClaimedThere() {
    database()
        .run(
            context -> {
              Shop shop = context.getBean(Shop.class);
              shop.later("1");
              Eventually.until(() -> !shop.seen().isEmpty(), Duration.ofSeconds(10));
              assertThat(shop.seen()).containsExactly("later-1 IN_PROGRESS"); // C166
            });
  }

  @Test
  void whoIsNotLetInClaimsNothing() {
    database()
        .run(
            context -> {
              Shop shop = context.getBean(Shop.class);
              assertThatExceptionOfType(SecurityException.class) // C167
                  .isThrownBy(() -> shop.forbidden("1"));
              assertThat(state(context.getBean(IdempotencyStore.class))).isEmpty();
            });
  }

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement(order = 0)
  static class TransactionOutside {}

  @Test
  void aTransactionOutsideTheClaimStopsTheStart() {
    database()
        .withUserConfiguration(TransactionOutside.class)
        .run(
            context ->
                assertThat(context.getStartupFailure()) // F2
                    .hasMessageContaining("has its transaction outside the claim"));
  }

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement
  static class TransactionByUser {}

  @Test
  void aTransactionOfUsualOrderIsInsideHoweverItWasEnabled() {
    database()
        .withUserConfiguration(TransactionByUser.class)
        .run(context -> assertThat(context).hasNotFailed()); // F2
  }

  private static ApplicationContextRunner database() {
    return Context.memory(App.class, Shop.class)
        .withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class,
                DataSourceTransactionManagerAutoConfiguration.class,
                JdbcTemplateAutoConfiguration.class,
                JdbcClientAutoConfiguration.class,
                TransactionAutoConfiguration.class,
                TransactionIdempotencyAutoConfiguration.class))
        .withPropertyValues("spring.datasource.generate-unique-name=true")
        .withInitializer(
            context ->
                context.addApplicationListener(
                    event -> {
                      if (event
                          instanceof org.springframework.context.event.ContextRefreshedEvent) {
                        context
                            .getBean(JdbcClient.class)
                            .sql("CREATE TABLE payment (id VARCHAR(20))")
                            .update();
                      }
                    }));
  }

  private static Optional<State> state(IdempotencyStore store) {
    return store.find(KEY).map(record -> record.state());
  }

  private static long payments(JdbcClient jdbc) {
    return Objects.requireNonNull(
        jdbc.sql("SELECT COUNT(*) FROM payment").query(Long.class).single());
  }
}
