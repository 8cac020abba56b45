package io.paidonce.manners;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.HubApplication;
import io.paidonce.rig.ChildHub;
import io.paidonce.rig.HubClient;
import io.paidonce.rig.InProcessHub;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.cli.PaidOnceSimulator;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.processes.Ports;
import io.paidonce.testkit.processes.Reaper;
import io.paidonce.testkit.processes.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hub that ends, or loses its database, tells its senders the truth until the last moment. */
class StopMannersTest {

  private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);
  private static final Duration START_WITHIN = Duration.ofMinutes(2);
  private static final int SENDERS = 6;
  private static final int ANSWERED_BEFORE = 60;

  /** What a sender saw. */
  private record Answered(String channel, String number, int status, String body) {

    boolean success() {
      return status == 204 || (status == 200 && (body.equals("success") || body.contains("OK")));
    }
  }

  @Test
  void deliveriesDuringAStopAreSafeOrToldToComeAgain() throws Exception { // F49, R2.5
    Queue<Answered> answers = new ConcurrentLinkedQueue<>();
    AtomicInteger refused = new AtomicInteger();
    try (Database database = DatabaseServer.of(Engine.H2).freshDatabase();
        ChildHub hub = ChildHub.on(database)) {
      List<Thread> senders = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        int seed = i;
        Thread sender = new Thread(() -> send(hub.client(), seed, answers, refused), "sender-" + i);
        sender.setDaemon(true);
        sender.start();
        senders.add(sender);
      }
      Eventually.until(() -> answers.size() >= ANSWERED_BEFORE, START_WITHIN);
      int code = hub.process().terminate(ENDS_WITHIN);
      for (Thread sender : senders) {
        sender.join(ENDS_WITHIN.toMillis());
        assertThat(sender.isAlive()).isFalse();
      }
      assertThat(code).isEqualTo(143);
      assertThat(refused.get()).as("senders that found the port closed").isPositive();
      assertOnlyExactAnswers(answers);
      assertThat(stored(database)).containsAll(acknowledged(answers));
    }
  }

  @Test
  void readinessFollowsTheDatabaseAndLivenessDoesNot() {
    try (DatabaseServer server = DatabaseServer.separate(Engine.POSTGRESQL);
        Database database = server.freshDatabase();
        InProcessHub hub = InProcessHub.on(database)) {
      HubClient client = hub.client();
      assertThat(health(client, "liveness")).isEqualTo(200);
      assertThat(health(client, "readiness")).isEqualTo(200);
      server.kill();
      Eventually.until(() -> health(client, "readiness") == 503, START_WITHIN);
      assertThat(health(client, "liveness")).isEqualTo(200);
      server.restart();
      Eventually.until(() -> health(client, "readiness") == 200, START_WITHIN);
      assertThat(health(client, "liveness")).isEqualTo(200);
    }
  }

  @Test
  void ctrlCEndsTheDemoAndItsHub(@TempDir Path directory) throws IOException {
    int hubPort = Ports.free();
    List<String> words = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT"));
    words.addAll(Command.javaWords(PaidOnceSimulator.class));
    words.addAll(List.of("demo", "--hub-command"));
    words.add(
        Command.javaWords(HubApplication.class).stream()
            .map(word -> "\"" + word + "\"")
            .collect(Collectors.joining(" ")));
    words.addAll(List.of("--hub-port", Integer.toString(hubPort)));
    words.addAll(List.of("--port", Integer.toString(Ports.free())));
    words.addAll(List.of("--data", directory.resolve("demo").toString()));
    Process demo =
        Command.in(directory, words)
            .start(directory.resolve("out.txt").toFile(), directory.resolve("err.txt").toFile());
    try {
      assertCtrlCEnds(demo, new HubClient(URI.create("http://127.0.0.1:" + hubPort)), directory);
    } finally {
      demo.descendants().forEach(ProcessHandle::destroyForcibly);
      demo.destroyForcibly();
    }
  }

  private static void assertCtrlCEnds(Process demo, HubClient client, Path directory)
      throws IOException {
    Eventually.until(() -> !demo.isAlive() || health(client, "readiness") == 200, START_WITHIN);
    assertThat(demo.isAlive()).as(Files.readString(directory.resolve("err.txt"))).isTrue();
    List<ProcessHandle> all = new ArrayList<>(demo.descendants().toList());
    assertThat(all).as("the hub").isNotEmpty();
    Run.checked(directory, List.of("sh", "-c", "kill -INT -" + demo.pid()));
    Eventually.until(
        () -> Reaper.gone(demo.pid()) && all.stream().allMatch(child -> Reaper.gone(child.pid())),
        ENDS_WITHIN.multipliedBy(2));
  }

  private static void send(
      HubClient client, int seed, Queue<Answered> answers, AtomicInteger refused) {
    TestShop shop = new TestShop(seed);
    record Line(String channel, NotificationSigner signer) {}
    List<Line> lines =
        List.of(
            new Line(TestShop.ALIPAY, shop.alipay()),
            new Line(TestShop.WECHAT, shop.wechatPay()),
            new Line(TestShop.WECHAT_V2, shop.wechatPayV2()));
    for (int i = 0; refused.get() < SENDERS * 2; i++) {
      Line line = lines.get(i % lines.size());
      String number = TestShop.newOrderNo();
      try {
        HubClient.Reply reply =
            client.deliver(
                line.channel(),
                line.signer().payment(TestShop.payment(number, 1000), Instant.now()));
        answers.add(new Answered(line.channel(), number, reply.status(), reply.text()));
      } catch (UncheckedIOException e) {
        refused.incrementAndGet();
      }
    }
  }

  private static void assertOnlyExactAnswers(Queue<Answered> answers) {
    String xml =
        "<xml><return_code><![CDATA[FAIL]]></return_code>"
            + "<return_msg><![CDATA[FAIL]]></return_msg></xml>";
    Map<String, String> comeAgain =
        Map.of(
            TestShop.ALIPAY, "fail",
            TestShop.WECHAT, "{\"code\":\"FAIL\",\"message\":\"unavailable, come again\"}",
            TestShop.WECHAT_V2, xml);
    for (Answered one : answers) {
      if (!one.success()) {
        assertThat(one.status()).as("%s", one).isEqualTo(503);
        assertThat(one.body()).isEqualTo(comeAgain.get(one.channel()));
      }
    }
  }

  private static Set<String> acknowledged(Queue<Answered> answers) {
    return answers.stream()
        .filter(Answered::success)
        .map(Answered::number)
        .collect(Collectors.toSet());
  }

  private static Set<String> stored(Database database) throws SQLException {
    Set<String> numbers = new HashSet<>();
    try (Connection connection = database.dataSource().getConnection();
        ResultSet rows =
            connection.createStatement().executeQuery("SELECT out_trade_no FROM notification")) {
      while (rows.next()) {
        numbers.add(rows.getString(1));
      }
    }
    return numbers;
  }

  private static int health(HubClient client, String probe) {
    try {
      return client
          .send(
              HttpRequest.newBuilder(client.base().resolve("/actuator/health/" + probe))
                  .timeout(Duration.ofSeconds(10))
                  .GET()
                  .build())
          .status();
    } catch (UncheckedIOException e) {
      return 0;
    }
  }
}
