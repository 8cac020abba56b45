package io.paidonce.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.DuplicateRequestException;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.processes.ChildJvm;
import io.paidonce.testkit.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** A process that stands still for ten times its lease in the middle of its work, and goes on. */
class OwnerPausedTest {

  private static final Duration PAUSE = Duration.ofSeconds(10L * Shop.LEASE_SECONDS);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** One owner, its successor, and where they meet. */
  private record Pair(
      String name, boolean byRedis, ConfigurableApplicationContext context, ChildJvm owner) {

    Shop shop() {
      return context.getBean(Shop.class);
    }

    String pay(String who) {
      return byRedis ? shop().payByRedis(name, who) : shop().payByTable(name, who);
    }

    /** Refused as long as the lease of the owner lasts. */
    boolean succeeds() {
      try {
        return pay("successor").equals("successor");
      } catch (DuplicateRequestException e) {
        assertThat(e.reason()).isEqualTo(DuplicateRequestException.Reason.IN_PROGRESS);
        return false;
      }
    }

    void signal(String signal) {
      try {
        int code = new ProcessBuilder("kill", "-" + signal, "" + owner.pid()).start().waitFor();
        assertThat(code).isZero();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void itsSuccessorsResultStandsAndItsOwnWritesAreRefusedAndRolledBack(@TempDir Path directory)
      throws IOException { // F4, F11, C54
    Path file = directory.resolve("go-on");
    try (RedisProcess redis = RedisProcess.start();
        Database postgres = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        Database mariadb = DatabaseServer.of(Engine.MARIADB).freshDatabase()) {
      List<Pair> pairs = new ArrayList<>();
      try {
        pairs.add(pair("in-redis", true, postgres, redis, file));
        pairs.add(pair("in-postgresql", false, postgres, redis, file));
        pairs.add(pair("in-mariadb", false, mariadb, redis, file));
        for (Pair pair : pairs) {
          pair.owner().awaitLine(Pattern.compile(PausedOwner.WAITS), PATIENCE);
          pair.signal("STOP");
        }
        long stopped = System.nanoTime();
        for (Pair pair : pairs) {
          Eventually.until(pair::succeeds, PATIENCE);
        }
        Eventually.until(() -> System.nanoTime() - stopped >= PAUSE.toNanos(), PATIENCE);
        Files.createFile(file);
        for (Pair pair : pairs) {
          pair.signal("CONT");
          judge(pair);
        }
      } finally {
        pairs.forEach(pair -> pair.owner().close());
        pairs.forEach(pair -> pair.context().close());
      }
    }
  }

  private static Pair pair(
      String name, boolean byRedis, Database database, RedisProcess redis, Path file) {
    List<String> properties = new ArrayList<>(Shop.on(database));
    properties.add("spring.data.redis.host=" + redis.host());
    properties.add("spring.data.redis.port=" + redis.port());
    ConfigurableApplicationContext context = Shop.start(properties);
    Shop shop = context.getBean(Shop.class);
    shop.makeTables();
    shop.stock(name);
    List<String> words =
        new ArrayList<>(List.of(byRedis ? "redis" : "table", name, file.toString()));
    words.addAll(properties);
    ChildJvm owner =
        ChildJvm.ofMain(PausedOwner.class).arguments(words.toArray(String[]::new)).start();
    return new Pair(name, byRedis, context, owner);
  }

  private static void judge(Pair pair) {
    String took = pair.owner().awaitLine(Pattern.compile("late took .*"), PATIENCE);
    assertThat(took).isEqualTo("late took 0 of " + pair.name());
    String end = pair.owner().awaitLine(Pattern.compile(PausedOwner.ENDED + ".*"), PATIENCE);
    assertThat(end).as(pair.name()).isEqualTo(PausedOwner.ENDED + "OwnershipLostException");
    assertThat(pair.shop().who(pair.name())).containsExactly("successor");
    assertThat(pair.shop().taken(pair.name())).isOne();
    assertThat(pair.pay("third")).isEqualTo("successor");
    assertThat(pair.shop().who(pair.name())).containsExactly("successor");
  }
}
