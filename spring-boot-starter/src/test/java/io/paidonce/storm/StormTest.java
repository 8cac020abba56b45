package io.paidonce.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.Counts;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.redis.RedisCluster;
import io.paidonce.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Redis goes away in the middle of load, in front of a record: each key takes effect once all the
 * same, nobody is told of it, and nobody waits longer than the budget.
 */
class StormTest { // C116

  /**
   * What a call may take: a claim, its end, and a wait for the connection of half a second each,
   * and the database with seven others before it, on a machine that does other things.
   */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration FROZEN = Duration.ofSeconds(3);
  private static final int ROUNDS = Counts.of(1, 5);

  private static void judge(Engine engine, String redis, Runnable fault, String seen) {
    try (Database database = DatabaseServer.of(engine).freshDatabase()) {
      List<String> properties = new ArrayList<>(Shop.on(database));
      properties.add(redis);
      properties.add("spring.datasource.hikari.maximum-pool-size=12");
      try (ConfigurableApplicationContext context = Shop.start(properties)) {
        Shop shop = context.getBean(Shop.class);
        shop.makeTables();
        Shop.Counted counted = context.getBean(Shop.Counted.class);
        for (int round = 0; round < ROUNDS; round++) {
          int before = counted.of(seen);
          Storm storm = new Storm(shop, "round-" + round + "-");
          storm.during(fault);
          System.out.println(storm + " " + counted);
          assertThat(storm.longest()).isLessThan(LONGEST);
          assertThat(storm.broken()).as("errors").isEmpty();
          assertThat(counted.of(seen)).as("%s was seen", seen).isGreaterThan(before);
          storm.finish();
          assertThat(shop.effects().keySet()).containsAll(storm.keys());
          assertThat(shop.effects().values()).containsOnly(1);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Engine.class,
      names = {"POSTGRESQL", "MARIADB"})
  void stoppedAndStartedEmpty(Engine engine) {
    try (RedisProcess redis = RedisProcess.start()) {
      judge(
          engine,
          "spring.data.redis.url=" + redis.uri(),
          () -> {
            redis.kill();
            Storm.pass(FROZEN);
            redis.restart();
          },
          "redis FELL_BACK");
    }
  }

  @Test
  void flushed() {
    try (RedisProcess redis = RedisProcess.start()) {
      judge(
          Engine.POSTGRESQL,
          "spring.data.redis.url=" + redis.uri(),
          () -> {
            for (int i = 0; i < 100; i++) {
              redis.flush();
              Storm.pass(Duration.ofMillis(10));
            }
          },
          "jdbc-record REPLAYED"); // forgotten by Redis, and refused by the record
    }
  }

  @Test
  void frozen() {
    try (RedisProcess redis = RedisProcess.start()) {
      judge(
          Engine.POSTGRESQL,
          "spring.data.redis.url=" + redis.uri(),
          () -> {
            redis.pause();
            Storm.pass(FROZEN);
            redis.resume();
          },
          "redis FELL_BACK");
    }
  }

  @Test
  void failedOver() {
    RedisCluster cluster = RedisCluster.shared();
    String nodes =
        cluster.nodes().stream()
            .map(it -> it.host() + ":" + it.port())
            .collect(Collectors.joining(","));
    judge(
        Engine.POSTGRESQL,
        "spring.data.redis.cluster.nodes=" + nodes,
        () -> {
          cluster.killMasterOf("any");
          cluster.awaitOk(PATIENCE);
          cluster.heal();
        },
        "redis FELL_BACK");
  }
}
