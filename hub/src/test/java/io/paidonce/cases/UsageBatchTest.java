package io.paidonce.cases;

import static io.paidonce.cases.Using.item;
import static io.paidonce.cases.Using.newRequest;
import static io.paidonce.cases.Using.newUser;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient;
import io.paidonce.rig.HubClient.Reply;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import tools.jackson.databind.JsonNode;

/** Many usages at once: an answer each, and none harms another. */
class UsageBatchTest {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @OnHub
  void fiveHundredWithDuplicatesAreDeductedOnceEach(RunningHub hub) { // R4.6
    List<String> users = List.of(Using.userOfThousand(hub), Using.userOfThousand(hub));
    List<String> items = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      String one = item(newRequest(), users.get(i % 2), 3);
      items.add(one);
      items.add(one);
    }
    List<String> answers = answers(send(hub.client(), items));
    assertThat(answers).hasSize(500);
    assertThat(answers.get(0)).isEqualTo("DEDUCTED 997");
    assertThat(answers.get(1)).isEqualTo("DEDUCTED 997");
    assertThat(answers.get(499)).isEqualTo("DEDUCTED 625");
    for (String user : users) {
      assertThat(hub.client().balance(user, "token")).isEqualTo(625);
    }
    List<String> again = answers(send(hub.twin(), items));
    assertThat(again).containsOnly("DEDUCTED 625");
    assertThat(hub.client().balance(users.get(0), "token")).isEqualTo(625);
  }

  @OnHub
  void aBadItemDoesNotHarmItsNeighbours(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    String taken = newRequest();
    Using.deduct(hub.client(), taken, user, 100);
    String twice = newRequest();
    List<String> items =
        List.of(
            item(newRequest(), user, 100),
            "null",
            "5",
            "{}",
            item(newRequest(), user, -5),
            item(newRequest(), user, 5).replace(":5}", ":\"x\"}"),
            item(newRequest(), user, 5).replace(":5}", ":5,\"price\":1}"),
            item(taken, user, 7),
            item(taken, user, 100),
            item(newRequest(), user, 801),
            item(newRequest(), newUser(), 1),
            item(twice, user, 700),
            item(twice, user, 1),
            item(newRequest(), user, 100));
    JsonNode body = send(hub.client(), items).json();
    assertThat(answers(body))
        .containsExactly(
            "DEDUCTED 800",
            "INVALID",
            "INVALID",
            "INVALID",
            "INVALID",
            "INVALID",
            "INVALID",
            "CONFLICT",
            "DEDUCTED 800",
            "INSUFFICIENT 800",
            "INSUFFICIENT 0",
            "DEDUCTED 100",
            "CONFLICT",
            "DEDUCTED 0");
    assertThat(body.path("items").get(3).path("detail").asString()).contains("amount");
    assertThat(body.path("items").get(4).path("requestId").asString()).startsWith("req-");
    assertThat(hub.client().balance(user, "token")).isZero();
  }

  @OnHub
  void batchesInOppositeOrdersAllFinish(RunningHub hub) { // R4.6
    List<String> users = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      users.add(Using.userOfThousand(hub));
    }
    List<Callable<Reply>> calls = new ArrayList<>();
    for (int n = 0; n < 12; n++) {
      List<String> order = new ArrayList<>(users);
      if (n % 2 == 1) {
        Collections.reverse(order);
      }
      List<String> items = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        items.add(item(newRequest(), order.get(i % 4), 10));
      }
      HubClient node = n % 2 == 0 ? hub.client() : hub.twin();
      calls.add(() -> send(node, items));
    }
    List<Reply> replies = Simultaneously.run(calls, DEADLINE).all();
    List<String> all = replies.stream().flatMap(reply -> answers(reply).stream()).toList();
    assertThat(all).filteredOn(answer -> answer.startsWith("DEDUCTED")).hasSize(400);
    assertThat(all).filteredOn(answer -> answer.equals("INSUFFICIENT 0")).hasSize(80);
    for (String user : users) {
      assertThat(hub.client().balance(user, "token")).isZero();
    }
  }

  @OnHub
  void oneBatchSentTwiceAtOnceIsDeductedOnce(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    List<String> items = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      items.add(item(newRequest(), user, 1));
    }
    List<Callable<Reply>> calls = new ArrayList<>();
    for (int n = 0; n < 6; n++) {
      HubClient node = n % 2 == 0 ? hub.client() : hub.twin();
      calls.add(() -> send(node, items));
      String one = items.get(n);
      calls.add(() -> node.post(Using.USAGE, "", one));
    }
    for (Reply reply : Simultaneously.run(calls, DEADLINE).all()) {
      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
      assertThat(reply.text()).doesNotContain("INSUFFICIENT", "CONFLICT", "INVALID");
    }
    assertThat(hub.client().balance(user, "token")).isEqualTo(950);
  }

  @OnHub(engines = Engine.H2)
  void aBatchHasItsLimits(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    assertThat(answers(send(hub.client(), List.of()))).isEmpty();
    List<String> tooMany = new ArrayList<>();
    for (int i = 0; i < 501; i++) {
      tooMany.add(item(newRequest(), user, 1));
    }
    OrderApiCasesTest.problem(send(hub.client(), tooMany), 422, "UNPROCESSABLE");
    String long1 = item(newRequest(), user, 1).replace("req-", "r".repeat(1 << 20));
    OrderApiCasesTest.problem(send(hub.client(), List.of(long1)), 422, "UNPROCESSABLE");
    for (String unreadable : List.of("", "{", "[]", "{\"items\":5}", "{\"item\":[]}")) {
      OrderApiCasesTest.problem(hub.client().post(Using.BATCH, "", unreadable), 400, "BAD_REQUEST");
    }
    for (String empty : List.of("{}", "null")) {
      OrderApiCasesTest.problem(hub.client().post(Using.BATCH, "", empty), 422, "UNPROCESSABLE");
    }
    assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
  }

  private static Reply send(HubClient client, List<String> items) {
    return client.post(Using.BATCH, "", "{\"items\":[" + String.join(",", items) + "]}");
  }

  private static List<String> answers(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return answers(reply.json());
  }

  private static List<String> answers(JsonNode body) {
    return body.path("items").values().stream().map(Using::said).toList();
  }
}
