package io.paidonce.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.StoreUnavailableException;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.redis.RedisCluster;
import io.paidonce.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What Redis promises by itself when it forgets a claim in the middle of the work: the effect
 * happens twice, and only a write that checks the fence refuses the owner that was forgotten.
 */
class RedisAloneTest {

  private static final long PATIENCE_SECONDS = 60;
  private static final String MINE = "return tostring(#redis.call('KEYS', 'paidonce*'))";
  private static Database database;

  @BeforeAll
  static void start() {
    database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  private static ConfigurableApplicationContext on(String redis) {
    List<String> properties = new ArrayList<>(Shop.on(database));
    properties.add(redis);
    ConfigurableApplicationContext context = Shop.start(properties);
    context.getBean(Shop.class).makeTables();
    return context;
  }

  private static ConfigurableApplicationContext on(RedisProcess redis) {
    return on("spring.data.redis.url=" + redis.uri());
  }

  /** The first caller holds still in its work while Redis forgets, and the second one runs. */
  private static void twice(Shop shop, Runnable forget, Runnable first, Runnable second)
      throws Exception {
    CountDownLatch inWork = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    shop.meanwhile(
        () -> {
          if (inWork.getCount() > 0) {
            inWork.countDown();
            await(goOn);
          }
        });
    CompletableFuture<Void> owner = CompletableFuture.runAsync(first);
    await(inWork);
    forget.run();
    second.run();
    goOn.countDown();
    owner.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFlushedRedisLetsTheEffectHappenTwice() throws Exception {
    try (RedisProcess redis = RedisProcess.start();
        ConfigurableApplicationContext context = on(redis)) {
      Shop shop = context.getBean(Shop.class);
      twice(
          shop,
          redis::flush,
          () -> shop.payOnRedisAlone("flushed", "first"),
          () -> shop.payOnRedisAlone("flushed", "second"));
      assertThat(shop.who("flushed")).containsExactlyInAnyOrder("first", "second"); // C104
    }
  }

  @Test
  void aFailoverThatLosesAClaimLetsTheEffectHappenTwice() throws Exception {
    RedisCluster cluster = RedisCluster.shared();
    cluster.flush(); // so that only the master of the claim has a key
    String nodes =
        cluster.nodes().stream()
            .map(it -> it.host() + ":" + it.port())
            .collect(Collectors.joining(","));
    List<RedisProcess> replicas = with(cluster, "role:slave");
    try (ConfigurableApplicationContext context = on("spring.data.redis.cluster.nodes=" + nodes)) {
      Shop shop = context.getBean(Shop.class);
      IdempotencyStore store = context.getBean("redisLeaseStore", IdempotencyStore.class);
      awaitAnswer(store);
      replicas.forEach(RedisProcess::pause); // and cut off, so that the claim is on none of them
      with(cluster, "role:master").forEach(it -> it.command("CLIENT", "KILL", "TYPE", "replica"));
      twice(
          shop,
          () -> {
            List<RedisProcess> masters =
                with(cluster, "role:master").stream()
                    .filter(it -> it.text("EVAL", MINE, "0").equals("1"))
                    .toList();
            assertThat(masters).hasSize(1);
            masters.forEach(RedisProcess::kill);
            replicas.forEach(RedisProcess::resume);
            cluster.awaitOk(Duration.ofSeconds(PATIENCE_SECONDS));
            awaitAnswer(store);
          },
          () -> shop.payOnRedisAlone("failed-over", "first"),
          () -> shop.payOnRedisAlone("failed-over", "second"));
      assertThat(shop.who("failed-over")).containsExactlyInAnyOrder("first", "second"); // C104
    } finally {
      replicas.forEach(RedisProcess::resume);
      cluster.heal();
    }
  }

  private static List<RedisProcess> with(RedisCluster cluster, String role) {
    return cluster.nodes().stream()
        .filter(it -> it.answers() && it.text("INFO", "replication").contains(role))
        .toList();
  }

  /** So that the call which follows is not kept elsewhere because Redis was just away. */
  private static void awaitAnswer(IdempotencyStore store) {
    Eventually.until(
        () -> {
          try {
            return IntStream.range(0, 50)
                .allMatch(i -> store.find(IdempotencyKey.of("nobody's", "" + i)).isEmpty());
          } catch (StoreUnavailableException e) {
            return false;
          }
        },
        Duration.ofSeconds(PATIENCE_SECONDS));
  }

  @Test
  void aWriteThatChecksTheFenceRefusesTheOwnerThatWasForgotten() throws Exception {
    try (RedisProcess redis = RedisProcess.start();
        ConfigurableApplicationContext context = on(redis)) {
      Shop shop = context.getBean(Shop.class);
      shop.stock("fenced");
      int[] changed = new int[2];
      twice(
          shop,
          redis::flush,
          () -> changed[0] = shop.takeFenced("fenced"),
          () -> changed[1] = shop.takeFenced("fenced"));
      assertThat(changed).containsExactly(0, 1); // the late one, and its successor
      assertThat(shop.taken("fenced")).isOne();
    }
  }
}
