package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.ingress.NotifyDoor;
import io.paidonce.rig.HubClient;
import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.InProcessHub;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.alipay.AlipayForm;
import io.paidonce.simulator.wechatpay.WechatPayEvent;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Fields;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each row of the table of answers, in each dialect, byte for byte. */
class AckCasesTest {

  @OnHub
  void storedNowAndKnownAlreadyAreBothSuccess(RunningHub hub) { // C31, C32, F44
    for (Speaker speaker : Speaker.values()) {
      Payment payment = ordered(hub, speaker);
      Signed message = speaker.payment(hub, payment);
      for (int i = 0; i < 3; i++) {
        speaker.assertSuccess(hub.client().deliver(speaker.channel(), message));
      }
      speaker.assertSuccess(hub.client().deliver(speaker.channel(), speaker.payment(hub, payment)));
      assertThat(hub.notifications(payment.outTradeNo())).isEqualTo(1);
    }
  }

  @OnHub(setup = Setup.ROUGH, engines = Engine.H2)
  void nothingAroundTheDoorTouchesTheAnswer(RunningHub hub) { // C31, C32, C37
    Map<String, String> headers =
        Map.of("Accept-Encoding", "gzip, deflate, br", "Accept", "application/json");
    for (Speaker speaker : Speaker.values()) {
      Payment payment = ordered(hub, speaker);
      String channel = speaker.channel();
      Signed message = speaker.payment(hub, payment);
      speaker.assertSuccess(hub.client().deliver(channel, message, headers));
      speaker.assertSuccess(hub.client().deliver(channel, message, headers));
      speaker.assertInvalid(hub.client().deliver(channel, speaker.forged(hub, payment), headers));
      hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
    }
  }

  @OnHub(setup = Setup.ROUGH, engines = Engine.H2)
  void theSurroundingsAreReallyRough(RunningHub hub) {
    HttpRequest health =
        HttpRequest.newBuilder(hub.client().base().resolve("/actuator/health"))
            .header("Accept-Encoding", "gzip")
            .header("Accept", "application/json")
            .build();
    Reply reply = hub.client().send(health);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(Speaker.header(reply, "content-encoding")).containsExactly("gzip");
  }

  @OnHub
  void whatIsNotAboutMoneyIsTakenAndIgnored(RunningHub hub) { // C31
    long before = hub.count("SELECT COUNT(*) FROM notification WHERE outcome = 'IGNORED'");
    String id = TestShop.newOrderNo();
    AlipayForm agreement =
        hub.shop()
            .alipay()
            .paymentForm(TestShop.payment(id, 1), Instant.now())
            .with("notify_type", "dut_user_sign")
            .with("agreement_no", id)
            .without("trade_status");
    Speaker.ALIPAY.assertSuccess(
        hub.client().deliver(TestShop.ALIPAY, hub.shop().alipay().sign(agreement)));
    WechatPayEvent complaint =
        new WechatPayEvent(
            id,
            "2026-03-01T10:00:00+08:00",
            "COMPLAINT.CREATE",
            "投诉",
            "complaint",
            "complaint",
            "abcdefghijkl",
            "{\"complaint_id\":\"1\",\"action_type\":\"CREATE_COMPLAINT\"}");
    Speaker.WECHAT.assertSuccess(
        hub.client()
            .deliver(TestShop.WECHAT, hub.shop().wechatPay().sign(complaint, Instant.now())));
    var contract =
        new WechatPayV2Fields(
            Map.of(
                "return_code", "SUCCESS",
                "result_code", "SUCCESS",
                "mch_id", TestShop.V2_MERCHANT.merchantId(),
                "contract_id", id,
                "change_type", "ADD"));
    Speaker.WECHAT_V2.assertSuccess(
        hub.client().deliver(TestShop.WECHAT_V2, hub.shop().wechatPayV2().sign(contract)));
    Eventually.until(
        () ->
            hub.count("SELECT COUNT(*) FROM notification WHERE outcome = 'IGNORED'") == before + 3,
        RunningHub.PATIENCE);
  }

  @OnHub
  void mismatchAndUnknownOrderAreSuccessSinceTheHubOwnsTheRest(RunningHub hub) {
    for (Speaker speaker : Speaker.values()) {
      Payment payment = ordered(hub, speaker);
      String channel = speaker.channel();
      Signed wrong = speaker.payment(hub, payment.withAmountFen(1));
      speaker.assertSuccess(hub.client().deliver(channel, wrong));
      var row = hub.client().settledNotifications(payment.outTradeNo(), 1).get(0);
      assertThat(row.path("outcome").asString()).isEqualTo("CONFLICT");
      assertThat(hub.client().casesOf(payment.outTradeNo())).containsExactly("AMOUNT_MISMATCH");
      Payment strange = TestShop.payment(TestShop.newOrderNo(), 1000);
      speaker.assertSuccess(hub.client().deliver(channel, speaker.payment(hub, strange)));
      row = hub.client().settledNotifications(strange.outTradeNo(), 1).get(0);
      assertThat(row.path("outcome").asString()).isEqualTo("PARKED");
    }
  }

  @OnHub
  void aRefundOfAnotherAmountThanOursIsSuccessAndACase(RunningHub hub) {
    for (Speaker speaker : List.of(Speaker.ALIPAY, Speaker.WECHAT)) {
      Payment payment = ordered(hub, speaker);
      hub.client().deliver(speaker.channel(), speaker.payment(hub, payment));
      hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
      Refund refund = TestShop.refund("R" + payment.outTradeNo(), 1001, 1001);
      Signed message = speaker.signer(hub.shop()).refund(payment, refund, Instant.now());
      speaker.assertSuccess(hub.client().deliver(speaker.channel(), message));
      hub.client().settledNotifications(payment.outTradeNo(), 2);
      assertThat(hub.client().casesOf(payment.outTradeNo())).containsExactly("REFUND_MISMATCH");
    }
  }

  @OnHub(engines = Engine.H2)
  void whatIsNotBelievedIsFailure(RunningHub hub) { // C34
    for (Speaker speaker : Speaker.values()) {
      Payment payment = TestShop.payment(TestShop.newOrderNo(), 1000);
      String channel = speaker.channel();
      speaker.assertInvalid(hub.client().deliver(channel, speaker.forged(hub, payment)));
      Signed garbage = speaker.payment(hub, payment).withBody(new byte[] {1, 2, (byte) 0xff});
      assertThat(hub.client().deliver(channel, garbage).status()).isIn(200, 401);
    }
  }

  @OnHub(engines = Engine.H2)
  void badShapesAreToldInTheChannelsDialect(RunningHub hub) {
    byte[] large = new byte[65_537];
    Arrays.fill(large, (byte) 'a');
    for (Speaker speaker : Speaker.values()) {
      String path = "/notify/" + speaker.channel();
      double before = hub.refused(speaker.channel(), "shape");
      speaker.assertFailure(hub.client().post(path, "text/plain", large), 413);
      speaker.assertFailure(hub.client().post(path, "text/plain", new byte[0]), 400);
      byte[] part =
          "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--"
              .getBytes(StandardCharsets.UTF_8);
      speaker.assertFailure(hub.client().post(path, "multipart/form-data; boundary=x", part), 400);
      speaker.assertFailure(hub.client().post(path, "Multipart/Mixed; boundary=x", part), 400);
      assertThat(hub.refused(speaker.channel(), "shape")).isEqualTo(before + 4);
    }
  }

  @OnHub(engines = Engine.H2)
  void unknownChannelsAndOtherMethodsAreSaidPlainly(RunningHub hub) {
    Signed message = Speaker.ALIPAY.payment(hub, TestShop.payment(TestShop.newOrderNo(), 1000));
    for (String unknown :
        List.of("nobody", "", "shop-alipay/", "shop-alipay/x", "SHOP-ALIPAY", "shop-alipay;x=1")) {
      Reply reply = hub.client().deliver(unknown, message);
      assertThat(reply.status()).as(unknown).isEqualTo(404);
      assertThat(reply.body()).isEmpty();
    }
    for (String method : List.of("GET", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")) {
      for (Speaker speaker : Speaker.values()) {
        HttpRequest request =
            HttpRequest.newBuilder(
                    hub.client().base().resolve("/notify/" + speaker.channel() + "?sign=x"))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        Reply reply = hub.client().send(request);
        assertThat(reply.status()).as(method).isEqualTo(405);
        assertThat(Speaker.header(reply, "allow")).containsExactly("POST");
        assertThat(reply.body()).isEmpty();
      }
    }
  }

  @OnHub(engines = {Engine.POSTGRESQL, Engine.MARIADB})
  void aDatabaseThatDoesNotAnswerIsUnavailableAndTheRetrySucceeds(RunningHub hub)
      throws SQLException { // C34, F9
    for (Speaker speaker : Speaker.values()) {
      Payment payment = ordered(hub, speaker);
      boolean postgres = hub.database().engine() == Engine.POSTGRESQL;
      try (Connection connection = hub.database().dataSource().getConnection();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        statement.execute(
            postgres
                ? "LOCK TABLE notification IN ACCESS EXCLUSIVE MODE"
                : "LOCK TABLES notification WRITE");
        speaker.assertFailure(
            hub.client().deliver(speaker.channel(), speaker.payment(hub, payment)), 503);
        statement.execute(postgres ? "ROLLBACK" : "UNLOCK TABLES");
      }
      speaker.assertSuccess(hub.client().deliver(speaker.channel(), speaker.payment(hub, payment)));
      hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
      assertThat(hub.notifications(payment.outTradeNo())).isEqualTo(1);
    }
  }

  @Test
  void aDoorThatClosesSaysComeAgain() {
    TestShop shop = new TestShop(1);
    try (Database database = DatabaseServer.of(Engine.H2).freshDatabase();
        InProcessHub hub = InProcessHub.on(database)) {
      HubClient client = hub.client();
      hub.bean(NotifyDoor.class).closeDoor();
      for (Speaker speaker : Speaker.values()) {
        Payment payment = TestShop.payment(TestShop.newOrderNo(), 1000);
        Signed message = speaker.signer(shop).payment(payment, Instant.now());
        speaker.assertFailure(client.deliver(speaker.channel(), message), 503);
        assertThat(client.notifications(payment.outTradeNo())).isEmpty();
      }
    }
  }

  private static Payment ordered(RunningHub hub, Speaker speaker) {
    String orderNo = hub.client().order(speaker.channel(), "u-ack");
    return TestShop.payment(orderNo, 1000);
  }
}
