package io.paidonce.storm;

import io.paidonce.Execution;
import io.paidonce.IdempotencyStore.Mode;
import io.paidonce.Idempotent;
import io.paidonce.Interceptions;
import io.paidonce.OnDuplicate;
import io.paidonce.Strategy;
import io.paidonce.testkit.databases.Database;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * The code of an application, on a table that would take a second effect of the same key, so that
 * it would be seen; and its stock, which keeps the greatest fence that has written to it.
 */
class Shop {

  static final int LEASE_SECONDS = 1;

  /** What happens within the work. */
  @FunctionalInterface
  interface Meanwhile {
    void happens();
  }

  private final JdbcClient jdbc;
  private volatile Meanwhile meanwhile = () -> {};

  Shop(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  void meanwhile(Meanwhile what) {
    meanwhile = what;
  }

  @Idempotent(
      key = "#id",
      strategy = {Strategy.REDIS, Strategy.UNIQUE})
  @Transactional
  public void payOnRecord(String id) {
    effect(id, "record");
  }

  @Idempotent(
      key = "#id",
      request = "{}",
      strategy = Strategy.REDIS,
      lease = LEASE_SECONDS,
      onDuplicate = OnDuplicate.REPLAY)
  @Transactional
  public String payByRedis(String id, String who) {
    return pay(id, who);
  }

  @Idempotent(
      key = "#id",
      request = "{}",
      strategy = Strategy.UNIQUE,
      mode = Mode.LEASE,
      lease = LEASE_SECONDS,
      onDuplicate = OnDuplicate.REPLAY)
  @Transactional
  public String payByTable(String id, String who) {
    return pay(id, who);
  }

  @Idempotent(key = "#id", request = "{}", strategy = Strategy.REDIS)
  @Transactional
  public void payOnRedisAlone(String id, String who) {
    meanwhile.happens();
    effect(id, who);
  }

  /** Takes from the stock, if nobody with a greater fence has. */
  @Idempotent(key = "#id", request = "{}", strategy = Strategy.REDIS)
  @Transactional
  public int takeFenced(String id) {
    meanwhile.happens();
    return fenced(id);
  }

  private String pay(String id, String who) {
    effect(id, who);
    meanwhile.happens();
    System.out.println(who + " took " + fenced(id) + " of " + id);
    return who;
  }

  private void effect(String id, String who) {
    jdbc.sql("INSERT INTO effect (id, who) VALUES (?, ?)").params(id, who).update();
  }

  private int fenced(String id) {
    long fence = Execution.current().orElseThrow().fence();
    return jdbc.sql("UPDATE stock SET taken = taken + 1, fence = ? WHERE id = ? AND fence < ?")
        .params(fence, id, fence)
        .update();
  }

  /** How many effects each key has that has any, by key. */
  Map<String, Integer> effects() {
    Map<String, Integer> all = new HashMap<>();
    jdbc.sql("SELECT id, COUNT(*) FROM effect GROUP BY id")
        .query(
            row -> {
              all.put(row.getString(1), row.getInt(2));
            });
    return all;
  }

  /** Who has taken effect for a key. */
  List<String> who(String id) {
    return jdbc.sql("SELECT who FROM effect WHERE id = ?").param(id).query(String.class).list();
  }

  int taken(String id) {
    return jdbc.sql("SELECT taken FROM stock WHERE id = ?").param(id).query(Integer.class).single();
  }

  void stock(String id) {
    jdbc.sql("INSERT INTO stock (id, taken, fence) VALUES (?, 0, 0)").param(id).update();
  }

  void makeTables() {
    jdbc.sql(
            "CREATE TABLE IF NOT EXISTS effect (id VARCHAR(60) NOT NULL, who VARCHAR(60) NOT NULL)")
        .update();
    jdbc.sql(
            "CREATE TABLE IF NOT EXISTS stock (id VARCHAR(60) NOT NULL PRIMARY KEY,"
                + " taken INT NOT NULL, fence BIGINT NOT NULL)")
        .update();
  }

  /** What was intercepted, by name. */
  static final class Counted implements Interceptions {
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

    @Override
    public void happened(String scope, String store, Outcome outcome) {
      counts.computeIfAbsent(store + " " + outcome, it -> new AtomicInteger()).incrementAndGet();
    }

    int of(String what) {
      AtomicInteger count = counts.get(what);
      return count == null ? 0 : count.get();
    }

    @Override
    public String toString() {
      return counts.toString();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    Shop shop(JdbcClient jdbc) {
      return new Shop(jdbc);
    }

    @Bean
    Counted counted() {
      return new Counted();
    }
  }

  /** What an application on this database is told of it, as properties. */
  static List<String> on(Database database) {
    return List.of(
        "spring.datasource.url=" + database.jdbcUrl(),
        "spring.datasource.username=" + database.username(),
        "spring.datasource.password=" + database.password(),
        "paidonce.idempotency.jdbc.initialize-schema=always");
  }

  /** The application, with these properties. */
  static ConfigurableApplicationContext start(List<String> properties) {
    return new SpringApplicationBuilder(Application.class)
        .properties("spring.main.web-application-type=none", "spring.main.banner-mode=off")
        .properties("paidonce.idempotency.redis.budget=500ms")
        .properties(properties.toArray(String[]::new))
        .run();
  }
}
