package io.paidonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.DuplicateRequestException;
import io.paidonce.Idempotent;
import io.paidonce.Strategy;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.load.Simultaneously;
import io.paidonce.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** A Redis that throws keys away when its memory is full: what then is done twice, and what not. */
class EvictionTest {

  private static final int KEYS = 64;
  private static final int THREADS = 8;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int JUNK_BYTES = 20_000;

  /** The application's own code, on a table that would take a second row of the same key. */
  static class Shop {
    private final JdbcClient jdbc;

    Shop(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @Idempotent(
        key = "#id",
        strategy = {Strategy.REDIS, Strategy.UNIQUE})
    @Transactional
    public void payOnRecord(String id) {
      effect(id);
    }

    @Idempotent(key = "#id", strategy = Strategy.REDIS)
    public void payOnRedisAlone(String id) {
      effect(id);
    }

    private void effect(String id) {
      jdbc.sql("INSERT INTO effect (id) VALUES (?)").param(id).update();
    }

    List<Integer> effects(String prefix) {
      return jdbc.sql("SELECT COUNT(*) FROM effect WHERE id LIKE ? GROUP BY id ORDER BY 1")
          .param(prefix + "%")
          .query(Integer.class)
          .list();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    Shop shop(JdbcClient jdbc) {
      jdbc.sql("CREATE TABLE effect (id VARCHAR(40) NOT NULL)").update();
      return new Shop(jdbc);
    }
  }

  private static RedisProcess redis;
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    redis = RedisProcess.start();
    context =
        new SpringApplicationBuilder(Application.class)
            .properties(
                Map.of(
                    "spring.main.web-application-type", "none",
                    "spring.main.banner-mode", "off",
                    "spring.datasource.generate-unique-name", "true",
                    "spring.data.redis.host", redis.host(),
                    "spring.data.redis.port", redis.port()))
            .run();
    redis.command("CONFIG", "SET", "maxmemory", "3mb");
    redis.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
  }

  @AfterAll
  static void stop() {
    context.close();
    redis.close();
  }

  private static Shop shop() {
    return context.getBean(Shop.class);
  }

  /** Writes until every claim is gone. */
  private static void evict() {
    AtomicInteger number = new AtomicInteger();
    String junk = "x".repeat(JUNK_BYTES);
    Eventually.until(
        () -> {
          for (int i = 0; i < 50; i++) {
            redis.command("SET", "junk-" + number.incrementAndGet(), junk);
          }
          String left =
              redis.text("EVAL", "return tostring(#redis.call('KEYS', 'paidonce*'))", "0");
          return left.equals("0");
        },
        PATIENCE);
  }

  @Test
  void aClaimThatIsEvictedIsGivenAgainAndTheRecordBehindItRefuses() { // F34
    Shop shop = shop();
    for (int i = 0; i < KEYS; i++) {
      shop.payOnRecord("record-" + i);
    }
    evict();
    int refused = 0;
    for (int i = 0; i < KEYS; i++) {
      try {
        shop.payOnRecord("record-" + i);
      } catch (DuplicateRequestException e) {
        assertThat(e.reason()).isEqualTo(DuplicateRequestException.Reason.COMPLETED);
        refused++;
      }
    }
    assertThat(refused).isEqualTo(KEYS);
    assertThat(shop.effects("record-")).hasSize(KEYS).containsOnly(1);
  }

  @Test
  void withRedisAloneWhatIsEvictedRunsAgain() { // F34: shown, not wished for
    Shop shop = shop();
    shop.payOnRedisAlone("alone-1");
    evict();
    shop.payOnRedisAlone("alone-1");
    assertThat(shop.effects("alone-")).containsExactly(2);
  }

  @Test
  void whileClaimsAreEvictedUnderLoadEachKeyStillTakesEffectOnce() { // F34
    Shop shop = shop();
    AtomicInteger next = new AtomicInteger();
    List<Integer> done =
        Simultaneously.run(
                THREADS,
                PATIENCE,
                () -> {
                  int number = next.getAndIncrement();
                  if (number == 0) {
                    evict();
                    return 0;
                  }
                  return IntStream.range(0, KEYS).map(i -> pay(shop, "load-" + i)).sum();
                })
            .all();
    assertThat(done.stream().mapToInt(it -> it).sum()).isEqualTo(KEYS);
    assertThat(shop.effects("load-")).hasSize(KEYS).containsOnly(1);
  }

  /** Tries until the key is done, and says whether this call did it. */
  private static int pay(Shop shop, String id) {
    return Eventually.value(() -> once(shop, id), it -> it >= 0, PATIENCE);
  }

  private static int once(Shop shop, String id) {
    try {
      shop.payOnRecord(id);
      return 1;
    } catch (DuplicateRequestException e) {
      return e.reason() == DuplicateRequestException.Reason.COMPLETED ? 0 : -1;
    }
  }
}
