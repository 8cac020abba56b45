package io.paidonce.cases;

import static io.paidonce.cases.Using.deduct;
import static io.paidonce.cases.Using.item;
import static io.paidonce.cases.Using.newRequest;
import static io.paidonce.cases.Using.newUser;
import static io.paidonce.cases.Using.said;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient;
import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.Simultaneously;
import java.net.http.HttpRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import tools.jackson.databind.JsonNode;

/** Usage is deducted once a request id, and only from what there is. */
class UsageTest {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @OnHub
  void aUsageIsDeductedOnceHoweverOftenItIsTold(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    String request = newRequest();
    assertThat(said(deduct(hub.client(), request, user, 10))).isEqualTo("DEDUCTED 990");
    assertThat(said(deduct(hub.client(), request, user, 10))).isEqualTo("DEDUCTED 990");
    assertThat(said(deduct(hub.twin(), request, user, 10))).isEqualTo("DEDUCTED 990");
    assertThat(said(deduct(hub.client(), newRequest(), user, 990))).isEqualTo("DEDUCTED 0");
    assertThat(said(deduct(hub.client(), request, user, 10))).isEqualTo("DEDUCTED 0");
    assertThat(entries(hub, request)).isEqualTo(2);
    assertThat(hub.client().balance(user, "token")).isZero();
  }

  @OnHub
  void anotherDeductionUnderTheSameIdIsRefused(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    String other = Using.userOfThousand(hub);
    String request = newRequest();
    deduct(hub.client(), request, user, 10);
    OrderApiCasesTest.problem(deduct(hub.client(), request, user, 11), 409, "REQUEST_ID_TAKEN");
    OrderApiCasesTest.problem(deduct(hub.client(), request, other, 10), 409, "REQUEST_ID_TAKEN");
    OrderApiCasesTest.problem(
        hub.client().post(Using.USAGE, "", item(request, user, 10).replace("token", "image")),
        409,
        "REQUEST_ID_TAKEN");
    assertThat(said(hub.client().post(Using.USAGE, "", item(request, user, 10, "b1"))))
        .isEqualTo("DEDUCTED 990");
    assertThat(said(deduct(hub.client(), request.toUpperCase(Locale.ROOT), user, 1)))
        .isEqualTo("DEDUCTED 989");
    assertThat(hub.client().balance(other, "token")).isEqualTo(1000);
  }

  @OnHub
  void whatDidNotSufficeIsDecidedAfreshAfterATopUp(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    String request = newRequest();
    assertThat(said(deduct(hub.client(), request, user, 1001))).isEqualTo("INSUFFICIENT 1000");
    assertThat(said(deduct(hub.twin(), request, user, 1001))).isEqualTo("INSUFFICIENT 1000");
    assertThat(entries(hub, request)).isZero();
    assertThat(hub.count("SELECT COUNT(*) FROM usage_record WHERE request_id = ?", request))
        .isZero();
    Using.topUp(hub, user);
    assertThat(said(deduct(hub.client(), request, user, 1001))).isEqualTo("DEDUCTED 999");
    assertThat(said(deduct(hub.client(), request, user, 1001))).isEqualTo("DEDUCTED 999");
  }

  @OnHub
  void whoHasNoAccountHasNothing(RunningHub hub) { // R4.6
    String user = newUser();
    assertThat(said(deduct(hub.client(), newRequest(), user, 1))).isEqualTo("INSUFFICIENT 0");
    assertThat(hub.count("SELECT COUNT(*) FROM account WHERE user_id = ?", user)).isZero();
  }

  @OnHub(engines = Engine.H2)
  void aBalanceBelowZeroSufficesForNothing(RunningHub hub) { // R4.6
    String user = newUser();
    String orderNo = hub.client().order(TestShop.WECHAT, user);
    var payment = TestShop.payment(orderNo, 1000);
    hub.client().deliver(TestShop.WECHAT, Speaker.WECHAT.payment(hub, payment));
    hub.client().orderIn(orderNo, "SUCCESS");
    assertThat(said(deduct(hub.client(), newRequest(), user, 600))).isEqualTo("DEDUCTED 400");
    hub.client()
        .deliver(
            TestShop.WECHAT,
            hub.shop()
                .wechatPay()
                .refund(payment, TestShop.refund(orderNo + "-r", 1000, 1000), payment.paidAt()));
    hub.client().orderIn(orderNo, "REFUNDED");
    assertThat(said(deduct(hub.client(), newRequest(), user, 1))).isEqualTo("INSUFFICIENT -600");
  }

  @OnHub
  void equalRequestsAtOneInstantAreOneDeduction(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    String request = newRequest();
    List<Callable<Reply>> calls = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      HubClient node = i % 2 == 0 ? hub.client() : hub.twin();
      calls.add(() -> deduct(node, request, user, 700));
    }
    List<Reply> replies = Simultaneously.run(calls, DEADLINE).all();
    assertThat(replies).extracting(Reply::status).containsOnly(200);
    assertThat(replies).extracting(Using::said).containsOnly("DEDUCTED 300");
    assertThat(entries(hub, request)).isEqualTo(2);
  }

  @OnHub
  void deductionsThatRaceNeverOverspend(RunningHub hub) { // R4.5, R4.6
    String user = Using.userOfThousand(hub);
    List<Callable<Reply>> calls = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      HubClient node = i % 2 == 0 ? hub.client() : hub.twin();
      calls.add(() -> deduct(node, newRequest(), user, 333));
    }
    List<Reply> replies = Simultaneously.run(calls, DEADLINE).all();
    assertThat(replies).extracting(Reply::status).containsOnly(200);
    assertThat(replies).filteredOn(r -> said(r).startsWith("DEDUCTED")).hasSize(3);
    assertThat(replies).filteredOn(r -> said(r).equals("INSUFFICIENT 1")).hasSize(37);
    assertThat(hub.client().balance(user, "token")).isEqualTo(1);
  }

  @OnHub
  void whatIsNoUsageIsRefusedAndWritesNothing(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    String body = item(newRequest(), user, 10);
    for (String wrong :
        List.of(
            body.replace(":10}", ":0}"),
            body.replace(":10}", ":-1}"),
            body.replace(",\"amount\":10", ""),
            body.replace(user, ""),
            body.replace(user, "a b"),
            body.replace(user, "u\\u0000"),
            body.replace(user, "u\\ud800"),
            body.replace(user, "x".repeat(65)),
            body.replace("token", "x".repeat(65)),
            body.replace("req-", "req "),
            body.replace("req-", "r".repeat(128)),
            body.replace("req-", "é"),
            body.replace("}", ",\"model\":\"" + "m".repeat(65) + "\"}"),
            body.replace("}", ",\"batch\":\"\"}"))) {
      OrderApiCasesTest.problem(hub.client().post(Using.USAGE, "", wrong), 422, "UNPROCESSABLE");
    }
    for (String unreadable :
        List.of(
            "",
            "{",
            "null",
            body.replace(":10}", ":10.9}"),
            body.replace(":10}", ":9223372036854775808}"),
            body.replace("}", ",\"price\":1}"))) {
      OrderApiCasesTest.problem(hub.client().post(Using.USAGE, "", unreadable), 400, "BAD_REQUEST");
    }
    assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
    assertThat(said(deduct(hub.client(), newRequest(), user, Long.MAX_VALUE)))
        .isEqualTo("INSUFFICIENT 1000");
  }

  @OnHub(engines = {Engine.POSTGRESQL, Engine.MARIADB})
  void aLockThatDoesNotComeIsUnavailableAndDeductsNothing(RunningHub hub) // R4.6
      throws SQLException {
    String user = Using.userOfThousand(hub);
    String request = newRequest();
    try (Connection connection = hub.database().dataSource().getConnection();
        PreparedStatement holding =
            connection.prepareStatement(
                "SELECT balance FROM account WHERE user_id = ? FOR UPDATE")) {
      connection.setAutoCommit(false);
      holding.setString(1, user);
      holding.executeQuery().close();
      OrderApiCasesTest.problem(deduct(hub.client(), request, user, 10), 503, "UNAVAILABLE");
      connection.rollback();
    }
    assertThat(said(deduct(hub.client(), request, user, 10))).isEqualTo("DEDUCTED 990");
  }

  @OnHub(engines = Engine.H2)
  void aKeyWithoutTheScopeDeductsNothing(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    for (String path : List.of(Using.USAGE, Using.BATCH)) {
      HttpRequest reader =
          HttpRequest.newBuilder(hub.client().base().resolve(path))
              .header("Authorization", "Bearer " + TestShop.READ_ONLY_KEY)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(item(newRequest(), user, 1)))
              .build();
      OrderApiCasesTest.problem(hub.client().send(reader), 403, "FORBIDDEN");
    }
    assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
  }

  @OnHub
  void entriesTellEachDeductionNewestFirst(RunningHub hub) { // R4.5
    String user = Using.userOfThousand(hub);
    List<String> causes = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      String request = newRequest();
      causes.add(0, "usage:" + request);
      deduct(hub.client(), request, user, i);
    }
    String path = "/api/v1/accounts/" + user + "/token/entries?limit=2";
    JsonNode first = hub.client().get(path).json();
    assertThat(first.path("items").values())
        .extracting(e -> e.path("cause").asString())
        .isEqualTo(causes.subList(0, 2));
    assertThat(first.path("items").values())
        .extracting(e -> e.path("amount").asLong())
        .containsExactly(-3L, -2L);
    JsonNode second = hub.client().get(path + "&after=" + first.path("next").asString()).json();
    assertThat(second.path("items").get(0).path("cause").asString()).isEqualTo(causes.get(2));
    assertThat(second.path("items").get(1).path("amount").asLong()).isEqualTo(1000);
    JsonNode none = hub.client().get(path + "&after=" + second.path("next").asString("0")).json();
    assertThat(none.path("items").size()).isZero();
    assertThat(none.path("next").isNull()).isTrue();
  }

  private static long entries(RunningHub hub, String request) {
    return hub.count("SELECT COUNT(*) FROM ledger_entry WHERE cause = ?", "usage:" + request);
  }
}
