package io.paidonce.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.proof.CrashRounds.Death;
import io.paidonce.rig.HubClient;
import io.paidonce.rig.InProcessHub;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.Seeds;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.LoadRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A success answer is a promise that survives the death of the hub and of its database. */
class CrashTest {

  /** All of them, or those that are named: on a second Java one will do. */
  static Stream<Engine> engines() {
    return Stream.of(
            System.getProperty("paidonce.test.engines", "H2,POSTGRESQL,MARIADB").split(","))
        .map(Engine::valueOf);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void nothingAcknowledgedIsLostAndNothingIsDoneTwice(Engine engine, @TempDir Path directory) {
    long seed = Seeds.next("CrashTest on " + engine);
    Random random = new Random(seed);
    List<Death> deaths = deaths(engine, random);
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        CrashRounds rounds = new CrashRounds(database, new TestShop(seed), random, directory)) {
      deaths.forEach(rounds::round);
      Duration idle = rounds.effectWhenIdle();
      System.out.printf("%s idle, from delivery to effect: %d ms%n", engine, idle.toMillis());
      assertThat(idle).isLessThan(Duration.ofSeconds(2));
      rounds.finish();
      assertThat(rounds.roundsWithUnapplied())
          .as("rounds whose death took effects with it")
          .isGreaterThanOrEqualTo(deaths.size() / 3);
    }
  }

  /**
   * Few: a kill and two of the places, others on each engine; full: 20 kills, each place 5 times.
   */
  private static List<Death> deaths(Engine engine, Random random) {
    List<Death> places = List.of(Death.values()).subList(1, Death.values().length);
    int first = List.of(Engine.values()).indexOf(engine);
    List<Death> deaths = new ArrayList<>(Collections.nCopies(Counts.of(1, 20), Death.KILL));
    for (int i = 0; i < Counts.of(2, 20); i++) {
      deaths.add(places.get((first + i) % places.size()));
    }
    Collections.shuffle(deaths, random);
    return deaths;
  }

  @Test
  void aKilledDatabaseCostsRepeatsAndNothingElse() {
    long seed = Seeds.next("CrashTest, death of PostgreSQL");
    TestShop shop = new TestShop(seed);
    try (DatabaseServer server = DatabaseServer.separate(Engine.POSTGRESQL);
        Database database = server.freshDatabase();
        InProcessHub hub = InProcessHub.on(database)) {
      HubClient client = hub.client();
      List<Paid> paid = Paid.orders(shop, client, "db", 300);
      Set<Paid> acknowledged = ConcurrentHashMap.newKeySet();
      Map<String, Integer> answers = Collections.synchronizedMap(new TreeMap<>());
      int fatal = 50 + new Random(seed).nextInt(150);
      new LoadRun(8, paid.size(), Duration.ofMinutes(5))
          .run(
              i -> {
                if (i == fatal) {
                  server.kill();
                }
                if (i == fatal + 16) {
                  server.restart();
                }
                Paid one = paid.get((int) i);
                HubClient.Reply reply = client.deliver(TestShop.ALIPAY, one.message());
                answers.merge(reply.status() + " " + reply.text(), 1, Integer::sum);
                if (reply.text().equals("success")) {
                  acknowledged.add(one);
                }
              });
      System.out.println("answers around the death of PostgreSQL: " + answers);
      assertThat(answers).containsOnlyKeys("200 success", "503 fail");
      long back = System.nanoTime();
      List<Paid> repeated = paid.stream().filter(one -> !acknowledged.contains(one)).toList();
      for (Paid one : repeated) {
        Eventually.until(() -> one.deliver(client), Duration.ofSeconds(10));
      }
      paid.forEach(one -> client.orderIn(one.orderNo(), "SUCCESS"));
      System.out.printf(
          "repeated %d, all applied after %d ms%n",
          repeated.size(), Duration.ofNanos(System.nanoTime() - back).toMillis());
      new Facts(database).eachIsAppliedOnce(paid);
    }
  }
}
