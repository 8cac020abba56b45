package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.alipay.AlipayForm;
import io.paidonce.simulator.alipay.AlipaySigner;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Engine;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Alipay's form, as it was signed and as it was not. */
class AlipaySignatureCasesTest {

  @OnHub(setup = Setup.ROUGH, engines = Engine.H2)
  void filtersThatEscapeOrReadTheBodyDoNotSpoilTheSignature(RunningHub hub) { // C1
    Payment payment = ordered(hub);
    assertThat(form(hub, payment).fields().get("fund_bill_list")).contains("\"");
    paid(hub, payment, "", hub.shop().alipay().payment(payment, Instant.now()));
  }

  @OnHub(engines = Engine.H2)
  void queryParametersOfTheNotifyUrlAreNotSignedContent(RunningHub hub) { // C2
    Payment payment = ordered(hub);
    paid(hub, payment, "?tenant=7&s=%2Fpay&sign=x", signed(hub, form(hub, payment)));
  }

  @OnHub(engines = Engine.H2)
  void aFieldAddedToTheBodyBreaksTheSignature(RunningHub hub) { // C2
    Payment payment = ordered(hub);
    Signed genuine = signed(hub, form(hub, payment));
    String body = new String(genuine.body(), StandardCharsets.UTF_8);
    refused(hub, payment, Handmade.form(body + "&merchant_id=7"));
    refused(hub, payment, Handmade.form("tenant=7&" + body));
  }

  @OnHub(engines = Engine.H2)
  void valuesAreDecodedExactlyOnce(RunningHub hub) { // C4
    Payment payment = ordered(hub);
    AlipayForm form =
        form(hub, payment)
            .with("subject", "VIP+ 100% %2B")
            .with("passback_params", "%7B%22id%22%3A1%7D");
    Signed genuine = signed(hub, form);
    String body = new String(genuine.body(), StandardCharsets.UTF_8);
    assertThat(body).contains("VIP%2B+100%25+%252B").contains("%257B%2522id%2522%253A1%257D");
    refused(hub, payment, Handmade.form(body.replace("VIP%2B", "VIP+")));
    refused(hub, payment, Handmade.form(body.replace("%257B", "%7B")));
    paid(hub, payment, "", genuine);
  }

  @OnHub(engines = Engine.H2)
  void signTypeIsNotSignedInTradesAndIsInMessages(RunningHub hub) { // C6
    Payment payment = ordered(hub);
    AlipayForm trade = form(hub, payment);
    refused(hub, payment, Handmade.form(Handmade.signedWithSignType(trade, "RSA2").fields()));
    paid(hub, payment, "", signed(hub, trade));
    AlipayForm message =
        new AlipayForm(
            Map.of(
                "app_id", TestShop.ALIPAY_MERCHANT.appId(),
                "charset", "utf-8",
                "method", "alipay.open.servicemarket.order.notify",
                "notify_id", "n" + payment.outTradeNo(),
                "status", "ordered",
                "version", "1.0"));
    long before = hub.notifications();
    Speaker.ALIPAY.assertInvalid(deliver(hub, signed(hub, message)));
    AlipayForm genuine = Handmade.signedWithSignType(message, "RSA2");
    Speaker.ALIPAY.assertInvalid(
        deliver(hub, Handmade.form(genuine.with("status", "refunded").fields())));
    assertThat(hub.notifications()).isEqualTo(before);
    Speaker.ALIPAY.assertSuccess(deliver(hub, Handmade.form(genuine.fields())));
    assertThat(hub.notifications()).isEqualTo(before + 1);
  }

  @OnHub(engines = Engine.H2)
  void aMessageCannotChooseAnotherAlgorithm(RunningHub hub) { // C6, S10
    Payment payment = ordered(hub);
    double before = hub.refused(TestShop.ALIPAY, "algorithm");
    Signed genuine = signed(hub, form(hub, payment));
    String body = new String(genuine.body(), StandardCharsets.UTF_8);
    assertThat(body).contains("sign_type=RSA2");
    refused(hub, payment, Handmade.form(body.replace("sign_type=RSA2", "sign_type=RSA")));
    refused(hub, payment, Handmade.form(body.replace("sign_type=RSA2", "sign_type=MD5")));
    assertThat(hub.refused(TestShop.ALIPAY, "algorithm")).isEqualTo(before + 2);
  }

  @OnHub(engines = Engine.H2)
  void fieldsNobodyModelledAreSignedAndAccepted(RunningHub hub) { // C7, S5
    Payment payment = ordered(hub);
    AlipayForm form =
        form(hub, payment)
            .with(
                "voucher_detail_list",
                "[{\"voucherId\":\"1\",\"amount\":\"1.00\",\"unknownKey\":\"x\"}]")
            .with("new_field", "abc")
            .with("emoji", "收钱 😀 &=+%")
            .with("empty_field", "");
    paid(hub, payment, "", signed(hub, form));
  }

  @OnHub(engines = Engine.H2)
  void signedFieldsInTheQueryDoNotCoverOtherFieldsInTheBody(RunningHub hub) { // S4
    Payment paid = ordered(hub);
    Payment wanted = ordered(hub);
    AlipaySigner signer = hub.shop().alipay();
    String genuine = new String(signer.payment(paid, Instant.now()).body(), StandardCharsets.UTF_8);
    String lies = genuine.replace(paid.outTradeNo(), wanted.outTradeNo());
    for (Signed body :
        List.of(
            Handmade.form(lies),
            Handmade.form(lies).withContentType("text/plain"),
            Handmade.form(lies).withContentType("application/octet-stream"),
            Handmade.form(genuine + "&out_trade_no=" + wanted.outTradeNo()),
            Handmade.form("out_trade_no=" + wanted.outTradeNo() + "&" + genuine))) {
      var reply = hub.client().deliver(TestShop.ALIPAY + "?" + genuine, body);
      Speaker.ALIPAY.assertInvalid(reply);
    }
    assertThat(hub.notifications(wanted.outTradeNo())).isZero();
    assertThat(hub.notifications(paid.outTradeNo())).isZero();
  }

  @OnHub(engines = Engine.H2)
  void aBrowsersReturnIsNoNotification(RunningHub hub) { // S6
    Payment payment = ordered(hub);
    AlipayForm back =
        form(hub, payment)
            .without("notify_id")
            .without("notify_type")
            .without("trade_status")
            .with("method", "alipay.trade.page.pay.return");
    refused(hub, payment, signed(hub, back));
    refused(hub, payment, Handmade.form(Handmade.signedWithSignType(back, "RSA2").fields()));
    refused(hub, payment, signed(hub, back.without("method")));
  }

  @OnHub(engines = Engine.H2)
  void onlyTheWholeSignatureCounts(RunningHub hub) { // S7, S14
    Payment payment = ordered(hub);
    AlipayForm form = form(hub, payment);
    String sign = sign(hub, form);
    for (String wrong :
        List.of(
            "",
            " ",
            "null",
            sign.substring(0, 8),
            sign.substring(0, sign.length() - 4),
            sign + "AAAA",
            sign + "," + sign,
            "AAAA " + sign)) {
      refused(hub, payment, Handmade.form(form.with("sign", wrong).fields()));
    }
    refused(hub, payment, Handmade.form(form.without("sign").fields()));
    refused(hub, payment, hub.shop().alipayForger().sign(form));
  }

  @OnHub(engines = Engine.H2)
  void anotherMerchantsMoneyIsNotOurs(RunningHub hub) { // S25
    Payment payment = ordered(hub);
    AlipaySigner other = new AlipaySigner(Setup.OTHER_ALIPAY_MERCHANT, TestShop.alipayKey());
    double before = hub.refused(TestShop.ALIPAY, "identity");
    refused(hub, payment, other.payment(payment, Instant.now()));
    AlipayForm form = form(hub, payment);
    refused(hub, payment, signed(hub, form.with("seller_id", "2088000000000002")));
    refused(hub, payment, signed(hub, form.with("app_id", "2021000000000002")));
    refused(hub, payment, signed(hub, form.without("seller_id")));
    assertThat(hub.refused(TestShop.ALIPAY, "identity")).isEqualTo(before + 4);
    assertThat(openCases(hub, "VERIFICATION")).anyMatch(s -> s.contains("shop-alipay:IDENTITY"));
  }

  @OnHub(engines = Engine.H2)
  void aRefundOfOneMerchantDoesNothingAtAnothersUrl(RunningHub hub) { // S27
    Payment payment = ordered(hub);
    paid(hub, payment, "", signed(hub, form(hub, payment)));
    AlipaySigner other = new AlipaySigner(Setup.OTHER_ALIPAY_MERCHANT, TestShop.alipayKey());
    Signed refund = other.refund(payment, TestShop.refund("R1", 1000, 1000), Instant.now());
    Speaker.ALIPAY.assertInvalid(deliver(hub, refund));
    Speaker.ALIPAY.assertSuccess(hub.client().deliver(Setup.OTHER_ALIPAY, refund));
    hub.client().settledNotifications(payment.outTradeNo(), 2);
    var order = hub.client().order(payment.outTradeNo());
    assertThat(order.path("state").asString()).isEqualTo("SUCCESS");
    assertThat(order.path("refunded").path("value").asLong()).isZero();
  }

  private static Payment ordered(RunningHub hub) {
    String orderNo = hub.client().order(TestShop.ALIPAY, "u-" + TestShop.newOrderNo());
    return TestShop.payment(orderNo, 1000);
  }

  private static AlipayForm form(RunningHub hub, Payment payment) {
    return hub.shop().alipay().paymentForm(payment, Instant.now());
  }

  private static Signed signed(RunningHub hub, AlipayForm form) {
    return hub.shop().alipay().sign(form);
  }

  private static String sign(RunningHub hub, AlipayForm form) {
    String body = new String(signed(hub, form).body(), StandardCharsets.UTF_8);
    String encoded = body.substring(body.indexOf("&sign=") + 6);
    return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
  }

  private static HubClient.Reply deliver(RunningHub hub, Signed message) {
    return hub.client().deliver(TestShop.ALIPAY, message);
  }

  private static void paid(RunningHub hub, Payment payment, String query, Signed message) {
    Speaker.ALIPAY.assertSuccess(hub.client().deliver(TestShop.ALIPAY + query, message));
    hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
  }

  private static void refused(RunningHub hub, Payment payment, Signed message) {
    Speaker.ALIPAY.assertInvalid(deliver(hub, message));
    assertThat(hub.notifications(payment.outTradeNo())).isZero();
  }

  private static List<String> openCases(RunningHub hub, String kind) {
    return Eventually.value(
        () ->
            hub.client().items("/api/v1/cases?state=OPEN&limit=200").stream()
                .filter(one -> one.path("kind").asString().equals(kind))
                .map(one -> one.path("subject").asString())
                .toList(),
        subjects -> !subjects.isEmpty(),
        RunningHub.PATIENCE);
  }
}
