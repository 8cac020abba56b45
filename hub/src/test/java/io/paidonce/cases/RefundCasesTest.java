package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.alipay.AlipayForm;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Engine;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Money that goes back, and what was given for it. */
class RefundCasesTest {

  @OnHub
  void twoEqualRefundsOfWechatPayAreTwo(RunningHub hub) { // C82
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = paid(hub, Speaker.WECHAT, user);
    Signed first = wechat(hub, payment, "A", 300);
    Signed second = wechat(hub, payment, "B", 300);
    for (Signed message : List.of(first, second, first, second)) {
      deliver(hub, Speaker.WECHAT, message);
    }
    hub.client().settledNotifications(payment.outTradeNo(), 3);
    refundedIs(hub, payment, 600, "PARTIALLY_REFUNDED");
    assertThat(hub.client().balance(user, "token")).isEqualTo(400);
    assertThat(hub.messages(payment.outTradeNo(), "order.refunded")).isEqualTo(2);
  }

  @OnHub
  void alipaysFiguresAreCumulativeInAnyOrder(RunningHub hub) { // C81, C82
    for (long[] told :
        new long[][] {{100, 150}, {150, 100}, {100, 100, 150}, {150, 100, 150, 100}}) {
      String user = "u-" + TestShop.newOrderNo();
      Payment payment = paid(hub, Speaker.ALIPAY, user);
      for (long cumulative : told) {
        long own = cumulative == 150 ? 50 : 100;
        Refund refund = TestShop.refund("R" + cumulative + payment.outTradeNo(), own, cumulative);
        deliver(hub, Speaker.ALIPAY, hub.shop().alipay().refund(payment, refund, Instant.now()));
      }
      hub.client().settledNotifications(payment.outTradeNo(), 3);
      refundedIs(hub, payment, 150, "PARTIALLY_REFUNDED");
      assertThat(hub.client().balance(user, "token")).isEqualTo(850);
      assertThat(hub.client().casesOf(payment.outTradeNo())).isEmpty();
    }
  }

  @OnHub
  void aRefundOfAlipayIsNoNewPayment(RunningHub hub) { // C61, C81
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = paid(hub, Speaker.ALIPAY, user);
    Refund part = TestShop.refund("P" + payment.outTradeNo(), 300, 300);
    deliver(hub, Speaker.ALIPAY, hub.shop().alipay().refund(payment, part, Instant.now()));
    refundedIs(hub, payment, 300, "PARTIALLY_REFUNDED");
    Refund rest = TestShop.refund("Q" + payment.outTradeNo(), 700, 1000);
    AlipayForm all = hub.shop().alipay().refundForm(payment, rest, Instant.now());
    assertThat(all.fields().get("trade_status")).isEqualTo("TRADE_CLOSED");
    deliver(hub, Speaker.ALIPAY, hub.shop().alipay().sign(all));
    refundedIs(hub, payment, 1000, "REFUNDED");
    AlipayForm finished = all.with("trade_status", "TRADE_FINISHED");
    deliver(hub, Speaker.ALIPAY, hub.shop().alipay().sign(finished));
    hub.client().settledNotifications(payment.outTradeNo(), 3);
    refundedIs(hub, payment, 1000, "REFUNDED");
    assertThat(hub.client().balance(user, "token")).isZero();
    assertThat(hub.messages(payment.outTradeNo(), "order.paid")).isEqualTo(1);
  }

  @OnHub
  void aRefundThatComesFirstWaitsForItsPayment(RunningHub hub) { // C64, C81
    for (Speaker speaker : List.of(Speaker.ALIPAY, Speaker.WECHAT)) {
      String user = "u-" + TestShop.newOrderNo();
      Payment payment = ordered(hub, speaker, user);
      Refund refund = TestShop.refund("R" + payment.outTradeNo(), 400, 400);
      deliver(hub, speaker, speaker.signer(hub.shop()).refund(payment, refund, Instant.now()));
      JsonNode row = hub.client().settledNotifications(payment.outTradeNo(), 1).get(0);
      assertThat(row.path("outcome").asString()).isEqualTo("PARKED");
      assertThat(hub.client().order(payment.outTradeNo()).path("state").asString())
          .isEqualTo("PAYING");
      deliver(hub, speaker, speaker.payment(hub, payment));
      refundedIs(hub, payment, 400, "PARTIALLY_REFUNDED");
      assertThat(hub.client().balance(user, "token")).isEqualTo(600);
    }
  }

  @OnHub
  void aRefundBeyondThePaymentIsACase(RunningHub hub) { // C77
    String user = "u-" + TestShop.newOrderNo();
    Payment wechat = paid(hub, Speaker.WECHAT, user);
    deliver(hub, Speaker.WECHAT, wechat(hub, wechat, "A", 700));
    refundedIs(hub, wechat, 700, "PARTIALLY_REFUNDED");
    deliver(hub, Speaker.WECHAT, wechat(hub, wechat, "B", 301));
    hub.client().settledNotifications(wechat.outTradeNo(), 3);
    assertThat(hub.client().casesOf(wechat.outTradeNo())).containsExactly("REFUND_MISMATCH");
    refundedIs(hub, wechat, 700, "PARTIALLY_REFUNDED");
    Payment alipay = paid(hub, Speaker.ALIPAY, user);
    Refund over = TestShop.refund("R" + alipay.outTradeNo(), 1001, 1001);
    deliver(hub, Speaker.ALIPAY, hub.shop().alipay().refund(alipay, over, Instant.now()));
    hub.client().settledNotifications(alipay.outTradeNo(), 2);
    assertThat(hub.client().casesOf(alipay.outTradeNo())).containsExactly("REFUND_MISMATCH");
    refundedIs(hub, alipay, 0, "SUCCESS");
    assertThat(hub.client().balance(user, "token")).isEqualTo(1300);
  }

  @OnHub(engines = Engine.H2)
  void amountsBelowOneAreNoRefunds(RunningHub hub) { // C77
    Payment payment = paid(hub, Speaker.ALIPAY, "u-zero");
    AlipayForm form = hub.shop().alipay().paymentForm(payment, Instant.now());
    Speaker.ALIPAY.assertInvalid(
        hub.client()
            .deliver(TestShop.ALIPAY, hub.shop().alipay().sign(form.with("refund_fee", "-1.00"))));
    deliver(hub, Speaker.ALIPAY, hub.shop().alipay().sign(form.with("refund_fee", "0.00")));
    assertThat(hub.notifications(payment.outTradeNo())).isEqualTo(1);
    refundedIs(hub, payment, 0, "SUCCESS");
  }

  @OnHub
  void grantsGoBackInProportionRoundedDown(RunningHub hub) { // C82
    String user = "u-" + TestShop.newOrderNo();
    String orderNo = Making.orderOf(hub, TestShop.WECHAT, user, Setup.TOKENS_ODD);
    Payment payment = TestShop.payment(orderNo, 300);
    deliver(hub, Speaker.WECHAT, Speaker.WECHAT.payment(hub, payment));
    hub.client().orderIn(orderNo, "SUCCESS");
    long[] left = {667, 334, 0};
    for (int i = 0; i < 3; i++) {
      deliver(hub, Speaker.WECHAT, wechat(hub, payment, "N" + i, 100));
      refundedIs(hub, payment, 100L * (i + 1), i < 2 ? "PARTIALLY_REFUNDED" : "REFUNDED");
      assertThat(hub.client().balance(user, "token")).isEqualTo(left[i]);
    }
    assertThat(hub.messages(orderNo, "entitlement.revoked")).isEqualTo(3);
  }

  @OnHub
  void whatWasSpentIsOwedByDefault(RunningHub hub) { // C82
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = paid(hub, Speaker.WECHAT, user);
    spend(hub, user, 900);
    deliver(hub, Speaker.WECHAT, wechat(hub, payment, "A", 600));
    refundedIs(hub, payment, 600, "PARTIALLY_REFUNDED");
    assertThat(hub.client().balance(user, "token")).isEqualTo(-500);
    deliver(hub, Speaker.WECHAT, wechat(hub, payment, "B", 400));
    refundedIs(hub, payment, 1000, "REFUNDED");
    assertThat(hub.client().balance(user, "token")).isEqualTo(-900);
  }

  @OnHub(setup = Setup.FULFIL_AND_CLAMP, engines = Engine.POSTGRESQL)
  void whatWasSpentIsForgottenWhereTheOperatorSaysSo(RunningHub hub) { // C82
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = paid(hub, Speaker.WECHAT, user);
    spend(hub, user, 900);
    deliver(hub, Speaker.WECHAT, wechat(hub, payment, "A", 600));
    refundedIs(hub, payment, 600, "PARTIALLY_REFUNDED");
    assertThat(hub.client().balance(user, "token")).isZero();
    deliver(hub, Speaker.WECHAT, wechat(hub, payment, "B", 400));
    refundedIs(hub, payment, 1000, "REFUNDED");
    assertThat(hub.client().balance(user, "token")).isZero();
  }

  @OnHub
  void aSubscriptionEndsOnlyWithAFullRefund(RunningHub hub) { // C82
    String user = "u-" + TestShop.newOrderNo();
    String orderNo = Making.orderOf(hub, TestShop.WECHAT, user, "pro-monthly");
    Payment payment = TestShop.payment(orderNo, 9900);
    deliver(hub, Speaker.WECHAT, Speaker.WECHAT.payment(hub, payment));
    JsonNode grant = hub.client().orderIn(orderNo, "SUCCESS").path("grants").get(0);
    assertThat(grant.path("type").asString()).isEqualTo("subscription:pro");
    deliver(hub, Speaker.WECHAT, wechat(hub, payment, "A", 9899));
    refundedIs(hub, payment, 9899, "PARTIALLY_REFUNDED");
    assertThat(hub.messages(orderNo, "entitlement.revoked")).isZero();
    deliver(hub, Speaker.WECHAT, wechat(hub, payment, "B", 1));
    JsonNode order = refundedIs(hub, payment, 9900, "REFUNDED");
    assertThat(order.path("grants").get(0).path("taken").asLong()).isEqualTo(1);
    assertThat(hub.messages(orderNo, "entitlement.revoked")).isEqualTo(1);
  }

  @OnHub
  void anUnsignedRefundWaitsUnlessWeAskedForIt(RunningHub hub) { // C79
    for (String channel : List.of(TestShop.WECHAT_V2, Setup.BOTH_V3)) {
      String user = "u-" + TestShop.newOrderNo();
      boolean v3 = channel.equals(Setup.BOTH_V3);
      var v2 = v3 ? Setup.BOTH_V2_MERCHANT : TestShop.V2_MERCHANT;
      Payment payment = TestShop.payment(hub.client().order(channel, user), 1000);
      String payChannel = v3 ? Setup.BOTH_V2 : channel;
      deliver(hub, payChannel, hub.shop().wechatPayV2(v2).payment(payment, Instant.now()));
      hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
      Refund strange = TestShop.refund("S" + payment.outTradeNo(), 300, 300);
      Signed unasked = hub.shop().wechatPayV2(v2).refund(payment, strange, Instant.now());
      deliver(hub, channel, unasked);
      JsonNode row =
          hub.client().settledNotifications(payment.outTradeNo(), 2).stream()
              .filter(one -> one.path("kind").asString().equals("REFUND"))
              .findFirst()
              .orElseThrow();
      assertThat(row.path("outcome").asString()).isEqualTo("PARKED");
      assertThat(row.path("signed").asBoolean()).isFalse();
      refundedIs(hub, payment, 0, "SUCCESS");
      Refund asked = TestShop.refund("K" + payment.outTradeNo(), 200, 200);
      requested(hub, v2.merchantId(), payment, asked);
      Refund more = TestShop.refund(asked.refundNo(), 201, 201);
      deliver(hub, channel, hub.shop().wechatPayV2(v2).refund(payment, more, Instant.now()));
      hub.client().settledNotifications(payment.outTradeNo(), 3);
      assertThat(refunded(hub.client().order(payment.outTradeNo()))).isZero();
      deliver(hub, channel, hub.shop().wechatPayV2(v2).refund(payment, asked, Instant.now()));
      refundedIs(hub, payment, 200, "PARTIALLY_REFUNDED");
      assertThat(hub.client().balance(user, "token")).isEqualTo(800);
    }
  }

  @OnHub(engines = Engine.H2)
  void anUnsignedRefundMustAtLeastOpenAndBeOurs(RunningHub hub) { // C79, C19
    Payment payment = paid(hub, Speaker.WECHAT_V2, "u-sealed");
    Refund refund = TestShop.refund("R" + payment.outTradeNo(), 300, 300);
    Signed other =
        hub.shop().wechatPayV2(Setup.BOTH_V2_MERCHANT).refund(payment, refund, Instant.now());
    Speaker.WECHAT_V2.assertInvalid(hub.client().deliver(TestShop.WECHAT_V2, other));
    Signed ours = Speaker.WECHAT_V2.signer(hub.shop()).refund(payment, refund, Instant.now());
    String body = new String(ours.body(), StandardCharsets.UTF_8);
    for (String changed :
        List.of(
            body.replace("SUCCESS", "FAIL"),
            body.replace("10000100", "10000101"),
            body.replace("wx2421b1c4370ec43b", "wx0000000000000000"),
            body.replace("<req_info><![CDATA[", "<req_info><![CDATA[AAAA"))) {
      assertThat(changed).isNotEqualTo(body);
      Speaker.WECHAT_V2.assertInvalid(
          hub.client().deliver(TestShop.WECHAT_V2, Handmade.xml(changed)));
    }
    Speaker.WECHAT_V2.assertInvalid(hub.client().deliver(TestShop.WECHAT, ours));
    assertThat(hub.notifications(payment.outTradeNo())).isEqualTo(1);
  }

  @OnHub
  void aRefundOfASurplusTouchesNeitherOrderNorGrant(RunningHub hub) { // C44
    for (Speaker speaker : List.of(Speaker.ALIPAY, Speaker.WECHAT)) {
      String user = "u-" + TestShop.newOrderNo();
      Payment first = paid(hub, speaker, user);
      Payment second = TestShop.payment(first.outTradeNo(), 1000);
      deliver(hub, speaker, speaker.payment(hub, second));
      hub.client().settledNotifications(first.outTradeNo(), 2);
      Refund refund = TestShop.refund("R" + first.outTradeNo(), 1000, 1000);
      deliver(hub, speaker, speaker.signer(hub.shop()).refund(second, refund, Instant.now()));
      hub.client().settledNotifications(first.outTradeNo(), 3);
      JsonNode order = refundedIs(hub, first, 0, "SUCCESS");
      assertThat(order.path("unapplied").path("value").asLong()).isZero();
      assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
    }
  }

  /** What asking for a refund will do: a row that waits for its answer. */
  private static void requested(RunningHub hub, String merchantId, Payment payment, Refund refund) {
    hub.write(
        """
        INSERT INTO refund (family, merchant_id, refund_no, trade_scope, order_no, out_trade_no,
          trade_no, amount_minor, currency, state, origin, created_at_ms, version)
        VALUES ('wechatpay', ?, ?, '', ?, ?, ?, ?, 'CNY', 'REQUESTED', 'HUB', 0, 0)
        """,
        merchantId,
        refund.refundNo(),
        payment.outTradeNo(),
        payment.outTradeNo(),
        payment.tradeNo(),
        refund.amountFen());
  }

  /** What deducting usage will do: a balance moves together with its entries. */
  private static void spend(RunningHub hub, String user, long tokens) {
    String entry =
        """
        INSERT INTO ledger_entry (cause, line, account, user_id, asset, amount, created_at_ms)
        VALUES (?, ?, ?, ?, 'token', ?, 0)
        """;
    hub.write(entry, "usage:" + user, 1, "user", user, -tokens);
    hub.write(entry, "usage:" + user, 2, "issued", null, tokens);
    hub.write(
        "UPDATE account SET balance = balance - ? WHERE user_id = ? AND asset = 'token'",
        tokens,
        user);
  }

  private static Signed wechat(RunningHub hub, Payment payment, String name, long fen) {
    Refund refund = TestShop.refund(name + payment.outTradeNo(), fen, fen);
    return hub.shop().wechatPay().refund(payment, refund, Instant.now());
  }

  private static Payment paid(RunningHub hub, Speaker speaker, String user) {
    Payment payment = ordered(hub, speaker, user);
    deliver(hub, speaker, speaker.payment(hub, payment));
    hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
    return payment;
  }

  private static Payment ordered(RunningHub hub, Speaker speaker, String user) {
    return TestShop.payment(hub.client().order(speaker.channel(), user), 1000);
  }

  private static void deliver(RunningHub hub, Speaker speaker, Signed message) {
    speaker.assertSuccess(hub.client().deliver(speaker.channel(), message));
  }

  private static void deliver(RunningHub hub, String channel, Signed v2Message) {
    Speaker.WECHAT_V2.assertSuccess(hub.client().deliver(channel, v2Message));
  }

  private static JsonNode refundedIs(RunningHub hub, Payment payment, long minor, String state) {
    return Eventually.value(
        () -> hub.client().order(payment.outTradeNo()),
        order -> refunded(order) == minor && order.path("state").asString().equals(state),
        RunningHub.PATIENCE);
  }

  private static long refunded(JsonNode order) {
    return order.path("refunded").path("value").asLong(-1);
  }
}
