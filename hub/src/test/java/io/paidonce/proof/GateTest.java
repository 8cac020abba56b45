package io.paidonce.proof;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.paidonce.testkit.redis.RedisProcess;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gate saves work and decides nothing: whatever becomes of it, answers and effects stay. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GateTest {

  /** Long, so that a call which waits for it is told from one that does not. */
  private static final Duration BUDGET = Duration.ofMillis(200);

  private final TestShop shop = new TestShop(Seeds.next("GateTest"));
  private RedisProcess redis = RedisProcess.start();

  @BeforeAll
  void warmUp() {
    assertThat(redis.answers()).isTrue();
  }

  @AfterAll
  void end() {
    redis.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void onlyWhatIsCommittedIsRemembered(boolean inRedis) throws SQLException {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InProcessHub hub = InProcessHub.on(database, inRedis ? withRedis() : Map.of())) {
      HubClient client = hub.client();
      Paid paid = connectedOrder(client, inRedis);
      redis.flush();
      try (Connection lock = lockInbox(database, "EXCLUSIVE")) {
        HubClient.Reply reply = client.deliver(TestShop.ALIPAY, paid.message());
        assertThat(reply.status() + reply.text()).isEqualTo("503fail");
        assertThat(redis.command("DBSIZE")).isEqualTo(":0");
        lock.rollback();
      }
      double done = gate(client, "done");
      assertThat(paid.deliver(client)).isTrue();
      assertThat(gate(client, "done")).isEqualTo(done);
      client.orderIn(paid.orderNo(), "SUCCESS");
      if (inRedis) {
        Eventually.until(() -> redis.command("DBSIZE").equals(":1"), Duration.ofSeconds(5));
      }
      assertThat(paid.deliver(client)).isTrue();
      assertThat(gate(client, "done")).isEqualTo(done + 1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void repeatsAreAnsweredWithoutTheDatabase(boolean inRedis) throws SQLException {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InProcessHub hub = InProcessHub.on(database, inRedis ? withRedis() : Map.of())) {
      HubClient client = hub.client();
      Paid paid = connectedOrder(client, inRedis);
      Eventually.until(
          () -> paid.deliver(client) && gate(client, "done") > 1, Duration.ofSeconds(5));
      client.orderIn(paid.orderNo(), "SUCCESS");
      double done = gate(client, "done");
      try (Connection lock = lockInbox(database, "ACCESS EXCLUSIVE")) {
        for (int i = 0; i < 50; i++) {
          assertThat(paid.deliver(client)).isTrue();
        }
        lock.rollback();
      }
      assertThat(gate(client, "done")).isEqualTo(done + 50);
      Facts facts = new Facts(database);
      assertThat(
              facts.number(
                  "SELECT COUNT(*) FROM notification WHERE out_trade_no = ?", paid.orderNo()))
          .isEqualTo(1);
      Eventually.until(
          () -> facts.number("SELECT MAX(deliveries) FROM delivery_count") >= 51,
          Duration.ofSeconds(10));
    }
  }

  @Test
  void flushedFrozenAndKilledInMidLoadItChangesNothing() {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InProcessHub hub = InProcessHub.on(database, withRedis())) {
      HubClient client = hub.client();
      connectedOrder(client, true);
      List<Paid> all = new ArrayList<>();
      System.out.printf(
          "%-22s %9s %9s %9s %9s %9s%n",
          "redis", "answers", "p50 us", "p99 us", "done", "fallback");
      load("warm-up", client, all, () -> {});
      Latency base = load("well", client, all, () -> {});
      load("flushed", client, all, redis::flush);
      Latency frozen = load("frozen (SIGSTOP)", client, all, redis::pause);
      redis.resume();
      load("resumed", client, all, () -> {});
      Latency killed = load("killed (SIGKILL)", client, all, redis::kill);
      redis.restart();
      remembersAgain(client);
      load("restarted, empty", client, all, () -> {});
      all.forEach(paid -> client.orderIn(paid.orderNo(), "SUCCESS"));
      new Facts(database).eachIsAppliedOnce(all);
      long budget = BUDGET.toNanos() / 1000;
      long noise = 300_000;
      assertThat(frozen.p99()).isLessThan(base.p99() + budget + noise);
      assertThat(killed.p99()).isLessThan(base.p99() + budget + noise);
      assertThat(frozen.p50()).as("while nobody asks it").isLessThan(base.p50() + budget / 2);
      assertThat(killed.p50()).as("while nobody asks it").isLessThan(base.p50() + budget / 2);
    }
  }

  private record Latency(long p50, long p99) {}

  /** All payments, and all again twice; the trouble comes in the middle of the first deliveries. */
  private Latency load(String what, HubClient client, List<Paid> all, Runnable trouble) {
    List<Paid> paid = Paid.orders(shop, client, "load", Counts.of(120, 600));
    all.addAll(paid);
    List<Long> micros = Collections.synchronizedList(new ArrayList<>());
    double done = gate(client, "done");
    double fallback = gate(client, "fallback");
    int deliveries = paid.size() * 3;
    LoadRun.Report report =
        new LoadRun(6, deliveries, Duration.ofMinutes(5))
            .run(
                i -> {
                  if (i == deliveries / 6) {
                    trouble.run();
                  }
                  long start = System.nanoTime();
                  assertThat(paid.get((int) i % paid.size()).deliver(client)).isTrue();
                  micros.add((System.nanoTime() - start) / 1000);
                });
    assertThat(report.failures()).as("deliveries without success: " + what).isEmpty();
    Collections.sort(micros);
    Latency latency = new Latency(micros.get(deliveries / 2), micros.get(deliveries * 99 / 100));
    System.out.printf(
        "%-22s %9d %9d %9d %9.0f %9.0f%n",
        what,
        deliveries,
        latency.p50(),
        latency.p99(),
        gate(client, "done") - done,
        gate(client, "fallback") - fallback);
    return latency;
  }

  @Test
  void aHubStartsAndWorksWithoutItsRedisAndUsesItOnceItIsThere() {
    try (RedisProcess late = RedisProcess.start();
        Database database = DatabaseServer.of(Engine.H2).freshDatabase()) {
      late.kill();
      long start = System.nanoTime();
      try (InProcessHub hub = InProcessHub.on(database, with(late))) {
        HubClient client = hub.client();
        Paid paid = Paid.orders(shop, client, "late", 1).get(0);
        assertThat(paid.deliver(client)).isTrue();
        client.orderIn(paid.orderNo(), "SUCCESS");
        assertThat(paid.deliver(client)).isTrue();
        assertThat(gate(client, "done")).isZero();
        System.out.printf(
            "without Redis: started and a payment applied in %d ms%n",
            (System.nanoTime() - start) / 1_000_000);
        late.restart();
        remembersAgain(client);
      }
    }
  }

  @Test
  void twoInstallationsOnOneRedisDoNotSeeEachOthersKeys() {
    redis.flush();
    try (Database first = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        Database second = DatabaseServer.of(Engine.H2).freshDatabase();
        InProcessHub one = InProcessHub.on(first, withRedis());
        InProcessHub two = InProcessHub.on(second, withRedis())) {
      remembersAgain(one.client());
      remembersAgain(two.client());
      Paid paid = Paid.orders(shop, one.client(), "one", 1).get(0);
      paid.make(two.client());
      Eventually.until(
          () -> {
            double done = gate(one.client(), "done");
            return paid.deliver(one.client()) && gate(one.client(), "done") > done;
          },
          Duration.ofSeconds(5));
      double done = gate(two.client(), "done");
      assertThat(paid.deliver(two.client())).isTrue();
      assertThat(gate(two.client(), "done")).isEqualTo(done);
      two.client().orderIn(paid.orderNo(), "SUCCESS");
      one.client().orderIn(paid.orderNo(), "SUCCESS");
    }
  }

  /** An order whose payment was not told, on a hub whose gate works. */
  private Paid connectedOrder(HubClient client, boolean inRedis) {
    if (inRedis) {
      remembersAgain(client);
    } else {
      Paid first = Paid.orders(shop, client, "first", 1).get(0);
      assertThat(first.deliver(client)).isTrue();
    }
    return Paid.orders(shop, client, "gate", 1).get(0);
  }

  /** Waits until a repeat is answered from the gate. */
  private void remembersAgain(HubClient client) {
    Paid paid = Paid.orders(shop, client, "again", 1).get(0);
    double done = gate(client, "done");
    Eventually.until(
        () -> paid.deliver(client) && gate(client, "done") > done, Duration.ofSeconds(20));
  }

  private Map<String, String> withRedis() {
    return with(redis);
  }

  private static Map<String, String> with(RedisProcess redis) {
    return Map.of(
        "spring.data.redis.host", redis.host(),
        "spring.data.redis.port", Integer.toString(redis.port()),
        "paidonce.gate.budget", BUDGET.toMillis() + "ms");
  }

  private static Connection lockInbox(Database database, String mode) throws SQLException {
    Connection connection = database.dataSource().getConnection();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLE notification IN " + mode + " MODE");
    }
    return connection;
  }

  private static double gate(HubClient client, String result) {
    return client
        .get("/actuator/prometheus")
        .text()
        .lines()
        .filter(line -> line.startsWith("paidonce_gate_total{result=\"" + result + "\"}"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
