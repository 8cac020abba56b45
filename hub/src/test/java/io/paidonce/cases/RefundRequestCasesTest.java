package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient;
import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.Simultaneously;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Refunds that are asked for: never beyond the payment, and one for each number. */
class RefundRequestCasesTest {

  private static final int OPERATORS = 64;
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static Payment paid(RunningHub hub, Speaker speaker) {
    String orderNo = hub.client().order(speaker.channel(), "u-" + TestShop.newOrderNo());
    Payment payment = TestShop.payment(orderNo, 1000);
    speaker.assertSuccess(hub.client().deliver(speaker.channel(), speaker.payment(hub, payment)));
    hub.client().orderIn(orderNo, "SUCCESS");
    return payment;
  }

  private static String body(String refundNo, long minor) {
    return """
        {"refundNo":"%s","amount":{"value":%d,"currency":"CNY"},"reason":"asked by the buyer"}
        """
        .formatted(refundNo, minor);
  }

  private static Reply ask(HubClient client, String orderNo, String body) {
    return client.post("/api/v1/orders/" + orderNo + "/refunds", "unused", body);
  }

  @OnHub
  void twoOperatorsOnTwoNodesNeverRefundMoreThanWasPaid(RunningHub hub) { // C84
    for (int round = 0; round < Counts.of(2, 10); round++) {
      String orderNo = paid(hub, Speaker.nth(round)).outTradeNo();
      AtomicInteger number = new AtomicInteger();
      List<HubClient> nodes = List.of(hub.client(), hub.twin());
      List<Reply> replies =
          Simultaneously.run(
                  OPERATORS,
                  DEADLINE,
                  () -> {
                    int mine = number.incrementAndGet();
                    return ask(nodes.get(mine % 2), orderNo, body("R" + mine + orderNo, 600));
                  })
              .all();
      assertThat(replies).hasSize(OPERATORS);
      assertThat(replies).extracting(Reply::status).containsOnly(202, 409);
      assertThat(replies).filteredOn(reply -> reply.status() == 202).hasSize(1);
      assertThat(
              hub.count(
                  "SELECT SUM(amount_minor) FROM refund WHERE order_no = ? AND state <> 'CLOSED'",
                  orderNo))
          .isEqualTo(600);
      OrderApiCasesTest.problem(
          ask(hub.client(), orderNo, body("X" + orderNo, 401)), 409, "REFUND_EXCEEDS_PAYMENT");
      assertThat(ask(hub.twin(), orderNo, body("Y" + orderNo, 400)).status()).isEqualTo(202);
      JsonNode order = hub.client().order(orderNo);
      assertThat(order.path("state").asString()).isEqualTo("REFUND_PROCESSING");
      assertThat(order.path("refunded").path("value").asLong()).isZero();
      assertThat(hub.messages(orderNo, "order.refunded")).isZero();
    }
  }

  @OnHub
  void oneNumberIsOneRefundHoweverOftenItIsClicked(RunningHub hub) { // C84
    for (Speaker speaker : Speaker.values()) {
      String orderNo = paid(hub, speaker).outTradeNo();
      String body = body("R" + orderNo, 100);
      List<Reply> replies =
          Simultaneously.run(16, DEADLINE, () -> ask(hub.client(), orderNo, body)).all();
      assertThat(replies).extracting(Reply::status).containsOnly(202);
      assertThat(replies).extracting(Reply::text).containsOnly(replies.get(0).text());
      assertThat(replies.get(0).json().path("state").asString()).isEqualTo("REQUESTED");
      assertThat(hub.count("SELECT COUNT(*) FROM refund WHERE order_no = ?", orderNo)).isEqualTo(1);
      OrderApiCasesTest.problem(
          ask(hub.client(), orderNo, body("R" + orderNo, 101)), 409, "REFUND_NUMBER_TAKEN");
    }
  }

  @OnHub
  void whatTheProviderThenTellsIsOfTheRefundThatWasAskedFor(RunningHub hub) { // C86
    for (Speaker speaker : Speaker.values()) {
      Payment payment = paid(hub, speaker);
      String orderNo = payment.outTradeNo();
      String number = "R" + orderNo;
      assertThat(ask(hub.client(), orderNo, body(number, 400)).status()).isEqualTo(202);
      Refund told = TestShop.refund(number, 400, 400);
      for (int i = 0; i < 3; i++) {
        speaker.assertSuccess(
            hub.client()
                .deliver(
                    speaker.channel(),
                    speaker.signer(hub.shop()).refund(payment, told, Instant.now())));
      }
      JsonNode order = hub.client().orderIn(orderNo, "PARTIALLY_REFUNDED");
      assertThat(order.path("refunded").path("value").asLong()).isEqualTo(400);
      List<String> states = new ArrayList<>();
      order.path("refunds").forEach(one -> states.add(one.path("state").asString()));
      assertThat(states).containsExactly("SUCCESS");
      Reply again = ask(hub.client(), orderNo, body(number, 400));
      assertThat(again.json().path("state").asString()).isEqualTo("SUCCESS");
      assertThat(hub.messages(orderNo, "order.refunded")).isEqualTo(1);
    }
  }

  @OnHub(engines = Engine.H2)
  void whatCannotBeRefundedIsRefusedWithItsReason(RunningHub hub) { // C77
    String unpaid = hub.client().order(TestShop.WECHAT, "u-unpaid");
    OrderApiCasesTest.problem(ask(hub.client(), unpaid, body("R" + unpaid, 1)), 409, "NOT_PAID");
    OrderApiCasesTest.problem(ask(hub.client(), "NOSUCHORDER", body("R1", 1)), 404, "NOT_FOUND");
    String orderNo = paid(hub, Speaker.WECHAT).outTradeNo();
    String good = body("Q" + orderNo, 1);
    for (String bad :
        List.of(
            body("Q" + orderNo, 0),
            body("Q" + orderNo, -1),
            body("no blanks", 1),
            good.replace("\"refundNo\":\"Q" + orderNo + "\",", ""),
            good.replace("CNY", "cny"),
            good.replace("asked by the buyer", "x".repeat(81)))) {
      OrderApiCasesTest.problem(ask(hub.client(), orderNo, bad), 422, "UNPROCESSABLE");
    }
    OrderApiCasesTest.problem(
        ask(hub.client(), orderNo, good.replace("CNY", "USD")), 409, "REFUND_EXCEEDS_PAYMENT");
    String unknownWord = good.replace("\"amount\"", "\"amounts\"");
    OrderApiCasesTest.problem(ask(hub.client(), orderNo, unknownWord), 400, "BAD_REQUEST");
    String foreign = good.replace("}\n", ",\"outTradeNo\":\"" + unpaid + "\"}");
    OrderApiCasesTest.problem(ask(hub.client(), orderNo, foreign), 404, "NOT_FOUND");
    assertThat(hub.count("SELECT COUNT(*) FROM refund WHERE order_no = ?", orderNo)).isZero();
    assertThat(ask(hub.client(), orderNo, good).status()).isEqualTo(202);
  }

  @OnHub(engines = {Engine.POSTGRESQL, Engine.MARIADB})
  void aNumberOfWechatPayIsOneForAllOrders(RunningHub hub) { // C84
    String first = paid(hub, Speaker.WECHAT).outTradeNo();
    String second = paid(hub, Speaker.WECHAT).outTradeNo();
    String number = "ONE" + first;
    assertThat(ask(hub.client(), first, body(number, 5)).status()).isEqualTo(202);
    OrderApiCasesTest.problem(
        ask(hub.client(), second, body(number, 5)), 409, "REFUND_NUMBER_TAKEN");
    assertThat(hub.client().order(second).path("state").asString()).isEqualTo("SUCCESS");
  }

  @OnHub(engines = Engine.H2)
  void onlyAKeyForOrdersMayAsk(RunningHub hub) {
    String orderNo = paid(hub, Speaker.WECHAT).outTradeNo();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(hub.client().base() + "/api/v1/orders/" + orderNo + "/refunds"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body("R" + orderNo, 1)));
    OrderApiCasesTest.problem(hub.client().send(request.copy().build()), 401, "UNAUTHENTICATED");
    request.header("Authorization", "Bearer " + TestShop.READ_ONLY_KEY);
    OrderApiCasesTest.problem(hub.client().send(request.build()), 403, "FORBIDDEN");
  }
}
