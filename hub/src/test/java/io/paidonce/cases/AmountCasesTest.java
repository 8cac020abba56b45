package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.alipay.AlipayForm;
import io.paidonce.simulator.wechatpay.WechatPayEvent;
import io.paidonce.testkit.databases.Engine;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/** Money that is not what was asked for, or comes when nobody waits for it. */
class AmountCasesTest {

  @OnHub
  void anotherAmountPaysNothingAndIsACase(RunningHub hub) { // C71, S24
    for (Speaker speaker : Speaker.values()) {
      for (long fen : new long[] {1, 999, 1001, 100_000}) {
        String user = "u-" + TestShop.newOrderNo();
        Payment payment = ordered(hub, speaker, user);
        speaker.assertSuccess(
            hub.client()
                .deliver(speaker.channel(), speaker.payment(hub, payment.withAmountFen(fen))));
        mismatched(hub, payment, user);
        JsonNode problem = aCase(hub, payment.outTradeNo());
        assertThat(problem.path("expected").asString()).isEqualTo("10.00 CNY");
        assertThat(problem.path("received").asString())
            .isEqualTo(BigDecimal.valueOf(fen, 2).toPlainString() + " CNY");
      }
    }
  }

  @OnHub
  void theSameNumberOfAnotherCurrencyPaysNothing(RunningHub hub) { // C71
    String user = "u-" + TestShop.newOrderNo();
    Payment v3 = ordered(hub, Speaker.WECHAT, user);
    deliver(hub, Speaker.WECHAT, inCurrency(hub, v3, "USD"));
    mismatched(hub, v3, user);
    Payment v2 = ordered(hub, Speaker.WECHAT_V2, user);
    var fields = hub.shop().wechatPayV2().paymentFields(v2).with("fee_type", "USD");
    deliver(hub, Speaker.WECHAT_V2, hub.shop().wechatPayV2().sign(fields));
    mismatched(hub, v2, user);
  }

  @OnHub(engines = Engine.H2)
  void aCouponIsPartOfTheAmount(RunningHub hub) { // C72, S26
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = ordered(hub, Speaker.WECHAT, user);
    Signed withCoupon =
        changed(
            hub, payment, plain -> plain.replace("\"payer_total\":1000", "\"payer_total\":942"));
    deliver(hub, Speaker.WECHAT, withCoupon);
    paid(hub, payment);
    Payment alipay = ordered(hub, Speaker.ALIPAY, user);
    AlipayForm form =
        form(hub, alipay).with("receipt_amount", "9.42").with("buyer_pay_amount", "9.42");
    deliver(hub, Speaker.ALIPAY, hub.shop().alipay().sign(form));
    paid(hub, alipay);
    assertThat(hub.client().balance(user, "token")).isEqualTo(2000);
  }

  @OnHub
  void currenciesWithoutDecimalsAreTakenAsTheyAre(RunningHub hub) { // C74
    String orderNo = Making.orderOf(hub, TestShop.WECHAT, 80, "JPY");
    Payment payment = TestShop.payment(orderNo, 80);
    deliver(hub, Speaker.WECHAT, inCurrency(hub, payment, "JPY"));
    JsonNode order = paid(hub, payment);
    assertThat(order.path("paid").path("value").asLong()).isEqualTo(80);
    assertThat(order.path("paid").path("currency").asString()).isEqualTo("JPY");
    Payment yuan = TestShop.payment(Making.orderOf(hub, TestShop.WECHAT, 80, "JPY"), 80);
    deliver(hub, Speaker.WECHAT, Speaker.WECHAT.payment(hub, yuan));
    hub.client().settledNotifications(yuan.outTradeNo(), 1);
    assertThat(hub.client().casesOf(yuan.outTradeNo())).containsExactly("AMOUNT_MISMATCH");
  }

  @OnHub(engines = Engine.H2)
  void plainDecimalsAreEqualAndOtherFormsAreRefused(RunningHub hub) { // C76
    for (String amount : List.of("10", "10.0", "10.00")) {
      Payment payment = ordered(hub, Speaker.ALIPAY, "u-scale");
      AlipayForm form = form(hub, payment).with("total_amount", amount);
      deliver(hub, Speaker.ALIPAY, hub.shop().alipay().sign(form));
      paid(hub, payment);
    }
    for (String amount :
        List.of("1E+1", " 10.00", "10.00 ", "10,00", "+10.00", "-10.00", "10.001", "1０.00", "")) {
      Payment payment = ordered(hub, Speaker.ALIPAY, "u-scale");
      AlipayForm form = form(hub, payment).with("total_amount", amount);
      Signed message = hub.shop().alipay().sign(form);
      Speaker.ALIPAY.assertInvalid(hub.client().deliver(TestShop.ALIPAY, message));
      assertThat(hub.notifications(payment.outTradeNo())).as(amount).isZero();
    }
  }

  @OnHub
  void theBuyersPriceIsNotAsked(RunningHub hub) { // S24
    for (String price : List.of("\"price\":1", "\"amount\":{\"value\":1,\"currency\":\"CNY\"}")) {
      String orderNo = TestShop.newOrderNo();
      Reply reply =
          hub.client()
              .post(
                  "/api/v1/orders",
                  orderNo,
                  """
                  {"orderNo":"%s","userId":"u","product":"tokens-1000","channel":"%s",%s}
                  """
                      .formatted(orderNo, TestShop.WECHAT, price));
      assertThat(reply.status()).isIn(400, 422);
      assertThat(hub.client().get("/api/v1/orders/" + orderNo).status()).isEqualTo(404);
    }
  }

  @OnHub
  void aChannelIsPaidOnlyByItsOwnMerchant(RunningHub hub) { // S20
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = ordered(hub, Speaker.ALIPAY, user);
    deliver(hub, Speaker.WECHAT, Speaker.WECHAT.payment(hub, payment));
    JsonNode row = hub.client().settledNotifications(payment.outTradeNo(), 1).get(0);
    assertThat(row.path("outcome").asString()).isEqualTo("PARKED");
    assertThat(hub.client().order(payment.outTradeNo()).path("state").asString())
        .isEqualTo("PAYING");
    assertThat(hub.client().balance(user, "token")).isZero();
  }

  @OnHub
  void latePaymentIsACaseByDefault(RunningHub hub) { // C66
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = closed(hub, user);
    for (int i = 0; i < 3; i++) {
      deliver(hub, Speaker.ALIPAY, Speaker.ALIPAY.payment(hub, payment));
    }
    hub.client().settledNotifications(payment.outTradeNo(), 2);
    JsonNode order = hub.client().orderIn(payment.outTradeNo(), "CLOSED");
    assertThat(order.path("unapplied").path("value").asLong()).isEqualTo(1000);
    assertThat(order.path("paid").path("value").asLong()).isZero();
    assertThat(hub.client().casesOf(payment.outTradeNo())).containsExactly("LATE_PAYMENT");
    assertThat(hub.client().balance(user, "token")).isZero();
    assertThat(order.path("refunds").size()).isZero();
  }

  @OnHub(setup = Setup.FULFIL_AND_CLAMP, engines = Engine.POSTGRESQL)
  void latePaymentFulfilsWhereTheOperatorSaysSo(RunningHub hub) { // C66
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = closed(hub, user);
    for (int i = 0; i < 3; i++) {
      deliver(hub, Speaker.ALIPAY, Speaker.ALIPAY.payment(hub, payment));
    }
    JsonNode order = paid(hub, payment);
    assertThat(order.path("paid").path("value").asLong()).isEqualTo(1000);
    assertThat(order.path("unapplied").path("value").asLong()).isZero();
    assertThat(hub.client().casesOf(payment.outTradeNo())).isEmpty();
    assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
  }

  @OnHub(setup = Setup.REFUND_LATE, engines = Engine.MARIADB)
  void latePaymentGoesBackWhereTheOperatorSaysSo(RunningHub hub) { // C66
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = closed(hub, user);
    for (int i = 0; i < 3; i++) {
      deliver(hub, Speaker.ALIPAY, Speaker.ALIPAY.payment(hub, payment));
    }
    hub.client().settledNotifications(payment.outTradeNo(), 2);
    JsonNode order = hub.client().orderIn(payment.outTradeNo(), "CLOSED");
    assertThat(order.path("unapplied").path("value").asLong()).isEqualTo(1000);
    assertThat(order.path("refunds").size()).isEqualTo(1);
    JsonNode refund = order.path("refunds").get(0);
    assertThat(refund.path("state").asString()).isEqualTo("REQUESTED");
    assertThat(refund.path("amount").path("value").asLong()).isEqualTo(1000);
    Refund done = TestShop.refund(refund.path("refundNo").asString(), 1000, 1000);
    for (int i = 0; i < 2; i++) {
      deliver(hub, Speaker.ALIPAY, hub.shop().alipay().refund(payment, done, Instant.now()));
    }
    hub.client().settledNotifications(payment.outTradeNo(), 3);
    JsonNode after = hub.client().orderIn(payment.outTradeNo(), "CLOSED");
    assertThat(after.path("unapplied").path("value").asLong()).isZero();
    assertThat(after.path("refunded").path("value").asLong()).isZero();
    assertThat(after.path("refunds").size()).isEqualTo(1);
    assertThat(after.path("refunds").get(0).path("state").asString()).isEqualTo("SUCCESS");
    assertThat(hub.client().balance(user, "token")).isZero();
  }

  @OnHub
  void aCloseWithoutRefundDoesNotUndoAPayment(RunningHub hub) { // C61
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = ordered(hub, Speaker.ALIPAY, user);
    deliver(hub, Speaker.ALIPAY, Speaker.ALIPAY.payment(hub, payment));
    JsonNode before = paid(hub, payment);
    hub.write("UPDATE orders SET next_ask_at_ms = NULL WHERE order_no = ?", payment.outTradeNo());
    deliver(hub, Speaker.ALIPAY, hub.shop().alipay().closed(payment, Instant.now()));
    hub.client().settledNotifications(payment.outTradeNo(), 2);
    assertThat(hub.client().order(payment.outTradeNo())).isEqualTo(before);
    assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
    assertThat(
            hub.count(
                "SELECT COUNT(*) FROM orders WHERE order_no = ? AND next_ask_at_ms IS NOT NULL",
                payment.outTradeNo()))
        .as("the provider will be asked")
        .isEqualTo(1);
  }

  private static Payment closed(RunningHub hub, String user) {
    Payment payment = ordered(hub, Speaker.ALIPAY, user);
    deliver(hub, Speaker.ALIPAY, hub.shop().alipay().closed(payment, Instant.now()));
    hub.client().orderIn(payment.outTradeNo(), "CLOSED");
    return payment;
  }

  private static void mismatched(RunningHub hub, Payment payment, String user) {
    JsonNode row = hub.client().settledNotifications(payment.outTradeNo(), 1).get(0);
    assertThat(row.path("outcome").asString()).isEqualTo("CONFLICT");
    JsonNode order = hub.client().order(payment.outTradeNo());
    assertThat(order.path("state").asString()).isEqualTo("PAYING");
    assertThat(order.path("paid").path("value").asLong()).isZero();
    assertThat(hub.client().casesOf(payment.outTradeNo())).containsExactly("AMOUNT_MISMATCH");
    assertThat(hub.client().balance(user, "token")).isZero();
  }

  private static JsonNode aCase(RunningHub hub, String orderNo) {
    return hub.client().items("/api/v1/cases?state=OPEN&limit=200").stream()
        .filter(one -> one.path("orderNo").asString("").equals(orderNo))
        .findFirst()
        .orElseThrow();
  }

  private static Signed inCurrency(RunningHub hub, Payment payment, String currency) {
    return changed(
        hub,
        payment,
        plain -> plain.replace("\"currency\":\"CNY\"", "\"currency\":\"" + currency + "\""));
  }

  private static Signed changed(RunningHub hub, Payment payment, UnaryOperator<String> plaintext) {
    WechatPayEvent event = hub.shop().wechatPay().paymentEvent(payment);
    String changed = plaintext.apply(event.plaintext());
    assertThat(changed).isNotEqualTo(event.plaintext());
    return hub.shop().wechatPay().sign(event.withPlaintext(changed), Instant.now());
  }

  private static AlipayForm form(RunningHub hub, Payment payment) {
    return hub.shop().alipay().paymentForm(payment, Instant.now());
  }

  private static void deliver(RunningHub hub, Speaker speaker, Signed message) {
    speaker.assertSuccess(hub.client().deliver(speaker.channel(), message));
  }

  private static JsonNode paid(RunningHub hub, Payment payment) {
    return hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
  }

  private static Payment ordered(RunningHub hub, Speaker speaker, String user) {
    return TestShop.payment(hub.client().order(speaker.channel(), user), 1000);
  }
}
