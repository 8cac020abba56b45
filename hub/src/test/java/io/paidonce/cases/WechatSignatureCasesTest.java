package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.wechatpay.WechatPayEvent;
import io.paidonce.simulator.wechatpay.WechatPayMerchant;
import io.paidonce.simulator.wechatpay.WechatPaySigner;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Engine;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/** WeChat Pay v3: signed headers over raw JSON. */
class WechatSignatureCasesTest {

  private static final List<String> SEAL =
      List.of("Wechatpay-Timestamp", "Wechatpay-Nonce", "Wechatpay-Signature", "Wechatpay-Serial");

  @OnHub(engines = Engine.H2)
  void aBodyPrintedAgainIsNotTheBodyThatWasSigned(RunningHub hub) { // C14
    Payment payment = ordered(hub);
    Signed genuine = signed(hub, payment);
    String body = text(genuine);
    String reordered = body.replaceFirst("^\\{(\"id\":\"[^\"]+\"),(.*)\\}$", "{$2,$1}");
    assertThat(reordered).isNotEqualTo(body).hasSameSizeAs(body);
    for (String variant :
        List.of(reordered, body.replace("\",\"", "\", \""), body + " ", body + "\n")) {
      refused(hub, payment, genuine.withBody(variant.getBytes(StandardCharsets.UTF_8)));
    }
    String why = "resource decrypts but signature does not match: body altered?";
    Eventually.until(
        () ->
            hub.count("SELECT COUNT(*) FROM rejection WHERE detail = ?", why) >= 1
                || hub.rejections(TestShop.WECHAT) >= 100,
        RunningHub.PATIENCE);
    paid(hub, payment, genuine);
  }

  @OnHub(engines = Engine.H2)
  void newlinesOfTheBodyAreKept(RunningHub hub) { // C16
    List<UnaryOperator<String>> layouts =
        List.of(
            body -> body.replace(",\"", ",\n  \""),
            body -> body.replace(",\"", ",\r\n\""),
            body -> body + "\n",
            body -> "\r\n" + body + "\r\n");
    for (UnaryOperator<String> layout : layouts) {
      Payment payment = ordered(hub);
      byte[] body = layout.apply(text(signed(hub, payment))).getBytes(StandardCharsets.UTF_8);
      long now = Instant.now().getEpochSecond();
      paid(hub, payment, hub.shop().wechatPay().signBody(body, now, "n0nce"));
    }
  }

  @OnHub(setup = Setup.ROUGH, engines = Engine.H2)
  void theServersDefaultEncodingIsNotAsked(RunningHub hub) { // C17
    Payment payment = ordered(hub);
    Signed genuine = signed(hub, payment);
    assertThat(text(genuine)).contains("支付成功");
    assertThat(genuine.contentType()).isEqualTo("application/json");
    paid(hub, payment, genuine);
    Payment other = ordered(hub);
    paid(hub, other, signed(hub, other).withContentType("application/json;charset=GBK"));
  }

  @OnHub(engines = Engine.H2)
  void eachDialectIsToldOfAWrongAddressInItsOwnWords(RunningHub hub) { // C19
    for (Speaker sender : Speaker.values()) {
      for (Speaker owner : Speaker.values()) {
        if (sender == owner) {
          continue;
        }
        Payment payment = TestShop.payment(TestShop.newOrderNo(), 1000);
        double before = hub.refused(owner.channel(), "wrong_protocol");
        sender.assertInvalid(hub.client().deliver(owner.channel(), sender.payment(hub, payment)));
        assertThat(hub.refused(owner.channel(), "wrong_protocol")).isEqualTo(before + 1);
        assertThat(hub.notifications(payment.outTradeNo())).isZero();
      }
    }
  }

  @OnHub(engines = Engine.H2)
  void whatDecryptsIsNotGenuineForThat(RunningHub hub) { // C21
    Payment payment = ordered(hub);
    refused(hub, payment, Speaker.WECHAT.forged(hub, payment));
    Signed bare = signed(hub, payment);
    for (String header : SEAL) {
      bare = bare.withoutHeader(header);
    }
    refused(hub, payment, bare);
  }

  @OnHub
  void aWrongKeyIsOurFaultAndTheRetrySucceeds(RunningHub hub) { // C22
    Payment payment = ordered(hub);
    WechatPayMerchant rekeyed =
        new WechatPayMerchant(
            TestShop.WECHAT_MERCHANT.merchantId(),
            TestShop.WECHAT_MERCHANT.appId(),
            "Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Qq0Pp");
    Reply reply =
        hub.client().deliver(TestShop.WECHAT, signer(rekeyed).payment(payment, Instant.now()));
    Speaker.WECHAT.assertKeyMismatch(reply);
    assertThat(hub.notifications(payment.outTradeNo())).isZero();
    Eventually.until(
        () ->
            hub.client().items("/api/v1/cases?state=OPEN&limit=200").stream()
                .anyMatch(
                    one ->
                        one.path("kind").asString().equals("VERIFICATION")
                            && one.path("channel").asString().equals(TestShop.WECHAT)
                            && one.path("received").asString().contains("fingerprint")),
        RunningHub.PATIENCE);
    paid(hub, payment, signed(hub, payment));
  }

  @OnHub(engines = Engine.H2)
  void associatedDataMayBeMissing(RunningHub hub) { // C22
    Payment payment = ordered(hub);
    WechatPaySigner signer = hub.shop().wechatPay();
    WechatPayEvent event = signer.paymentEvent(payment).withoutAssociatedData();
    paid(hub, payment, signer.sign(event, Instant.now()));
  }

  @OnHub(engines = Engine.H2)
  void anUnknownSerialIsOurFault(RunningHub hub) { // S16
    Payment payment = ordered(hub);
    double before = hub.refused(TestShop.WECHAT, "unknown_key");
    Reply reply =
        hub.client()
            .deliver(
                TestShop.WECHAT,
                signed(hub, payment).withHeader("Wechatpay-Serial", "PUB_KEY_ID_0000000000"));
    Speaker.WECHAT.assertKeyMismatch(reply);
    assertThat(hub.refused(TestShop.WECHAT, "unknown_key")).isEqualTo(before + 1);
    assertThat(hub.notifications(payment.outTradeNo())).isZero();
  }

  @OnHub(engines = Engine.H2)
  void newFieldsAndTypesAreNoObstacle(RunningHub hub) { // C24
    Payment payment = ordered(hub);
    paid(
        hub,
        payment,
        changed(
            hub,
            payment,
            plain ->
                plain.replace(
                    "\"bank_type\":\"OTHERS\"",
                    "\"bank_type\":\"MOON_DEBIT\",\"state_description\":{\"deep\":[1,2]},"
                        + "\"promotion_detail\":[{\"wechatpay_contribute\":100}]")));
  }

  @OnHub
  void anUnknownStateIsKeptAndNeverTakenForFailure(RunningHub hub) { // C24, S31
    Payment payment = ordered(hub);
    Signed strange =
        changed(
            hub,
            payment,
            plain -> plain.replace("\"trade_state\":\"SUCCESS\"", "\"trade_state\":\"NEW_STATE\""));
    Speaker.WECHAT.assertSuccess(hub.client().deliver(TestShop.WECHAT, strange));
    var rows = hub.client().settledNotifications(payment.outTradeNo(), 1);
    assertThat(rows.get(0).path("status").asString()).isEqualTo("UNKNOWN");
    var order = hub.client().order(payment.outTradeNo());
    assertThat(order.path("state").asString()).isEqualTo("PAYING");
    assertThat(order.path("attempts").get(0).path("state").asString()).isEqualTo("UNKNOWN");
    paid(hub, payment, signed(hub, payment));
  }

  @OnHub(engines = Engine.H2)
  void onlyFreshMessagesAreBelieved(RunningHub hub) { // C26, S32
    Payment payment = ordered(hub);
    double old = hub.refused(TestShop.WECHAT, "stale");
    double future = hub.refused(TestShop.WECHAT, "future");
    for (int seconds : new int[] {-3600, -360, -301, 310, 360, 3600}) {
      refused(hub, payment, sentAt(hub, payment, seconds));
    }
    assertThat(hub.refused(TestShop.WECHAT, "stale")).isEqualTo(old + 3);
    assertThat(hub.refused(TestShop.WECHAT, "future")).isEqualTo(future + 3);
    for (int seconds : new int[] {-280, 299, 0}) {
      Speaker.WECHAT.assertSuccess(
          hub.client().deliver(TestShop.WECHAT, sentAt(hub, payment, seconds)));
    }
    hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
    assertThat(hub.notifications(payment.outTradeNo())).isEqualTo(1);
  }

  @OnHub(engines = Engine.H2)
  void theSealIsWholeAndSingle(RunningHub hub) { // S9
    Payment payment = ordered(hub);
    Signed genuine = signed(hub, payment);
    for (String header : SEAL) {
      refused(hub, payment, genuine.withoutHeader(header));
      refused(hub, payment, genuine.withHeader(header, " "));
      String value = header(genuine, header);
      Reply twice = hub.client().deliver(TestShop.WECHAT, genuine, Map.of(header, value));
      Speaker.WECHAT.assertInvalid(twice);
    }
    assertThat(hub.notifications(payment.outTradeNo())).isZero();
  }

  @OnHub(engines = Engine.H2)
  void aMessageCannotChooseAnotherAlgorithm(RunningHub hub) { // S10
    Payment payment = ordered(hub);
    double before = hub.refused(TestShop.WECHAT, "algorithm");
    Signed genuine = signed(hub, payment);
    for (String type : List.of("WECHATPAY2-SM2-WITH-SM3", "none", "HMAC-SHA256")) {
      refused(hub, payment, genuine.withHeader("Wechatpay-Signature-Type", type));
    }
    assertThat(hub.refused(TestShop.WECHAT, "algorithm")).isEqualTo(before + 3);
    paid(hub, payment, genuine.withoutHeader("Wechatpay-Signature-Type"));
  }

  @OnHub(engines = Engine.H2)
  void onlyTheWholeSignatureCounts(RunningHub hub) { // S14
    Payment payment = ordered(hub);
    Signed genuine = signed(hub, payment);
    String sign = header(genuine, "Wechatpay-Signature");
    for (String wrong :
        List.of(
            "null",
            sign.substring(0, 8),
            sign.substring(0, sign.length() - 4),
            sign + "AAAA",
            sign + "," + sign,
            "v1," + sign)) {
      refused(hub, payment, genuine.withHeader("Wechatpay-Signature", wrong));
    }
  }

  @OnHub
  void theProvidersProbeIsCountedAndLeavesNoRow(RunningHub hub) { // S17
    Payment payment = ordered(hub);
    String channel = Setup.OTHER_WECHAT;
    WechatPaySigner signer = signer(Setup.OTHER_WECHAT_MERCHANT);
    double probes = hub.refused(channel, "probe");
    for (int i = 0; i < 3; i++) {
      Signed probe = signer.signTest(signer.paymentEvent(payment), Instant.now());
      Speaker.WECHAT.assertInvalid(hub.client().deliver(channel, probe));
    }
    assertThat(hub.refused(channel, "probe")).isEqualTo(probes + 3);
    Signed forged = signer.payment(payment, Instant.now()).withByteChangedAfter("\"id\":\"");
    Speaker.WECHAT.assertInvalid(hub.client().deliver(channel, forged));
    assertThat(hub.rejectionsOnceWritten(channel, 1)).isEqualTo(1);
    assertThat(hub.count("SELECT COUNT(*) FROM problem_case WHERE channel = ?", channel)).isZero();
    assertThat(hub.notifications(payment.outTradeNo())).isZero();
  }

  @OnHub(engines = Engine.H2)
  void anotherMerchantsMoneyIsNotOurs(RunningHub hub) { // S25, S27
    Payment payment = ordered(hub);
    WechatPaySigner other = signer(Setup.OTHER_WECHAT_MERCHANT);
    refused(hub, payment, other.payment(payment, Instant.now()));
    refused(
        hub,
        payment,
        changed(hub, payment, plain -> plain.replace("wx2421b1c4370ec43b", "wx0000000000000000")));
    paid(hub, payment, signed(hub, payment));
    Refund refund = TestShop.refund("R" + payment.outTradeNo(), 1000, 1000);
    Signed message = other.refund(payment, refund, Instant.now());
    Speaker.WECHAT.assertInvalid(hub.client().deliver(TestShop.WECHAT, message));
    assertThat(hub.client().order(payment.outTradeNo()).path("state").asString())
        .isEqualTo("SUCCESS");
  }

  private static Signed sentAt(RunningHub hub, Payment payment, int seconds) {
    return hub.shop().wechatPay().payment(payment, Instant.now().plusSeconds(seconds));
  }

  private static WechatPaySigner signer(WechatPayMerchant merchant) {
    return new WechatPaySigner(merchant, TestShop.wechatPayKey(), TestShop.SERIAL, new Random(1));
  }

  private static Signed changed(RunningHub hub, Payment payment, UnaryOperator<String> plaintext) {
    WechatPaySigner signer = hub.shop().wechatPay();
    WechatPayEvent event = signer.paymentEvent(payment);
    String changed = plaintext.apply(event.plaintext());
    assertThat(changed).isNotEqualTo(event.plaintext());
    return signer.sign(event.withPlaintext(changed), Instant.now());
  }

  private static Payment ordered(RunningHub hub) {
    String orderNo = hub.client().order(TestShop.WECHAT, "u-" + TestShop.newOrderNo());
    return TestShop.payment(orderNo, 1000);
  }

  private static Signed signed(RunningHub hub, Payment payment) {
    return Speaker.WECHAT.payment(hub, payment);
  }

  private static String header(Signed message, String name) {
    return message.headers().getOrDefault(name, List.of()).get(0);
  }

  private static String text(Signed message) {
    return new String(message.body(), StandardCharsets.UTF_8);
  }

  private static void paid(RunningHub hub, Payment payment, Signed message) {
    Speaker.WECHAT.assertSuccess(hub.client().deliver(TestShop.WECHAT, message));
    hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
  }

  private static void refused(RunningHub hub, Payment payment, Signed message) {
    Speaker.WECHAT.assertInvalid(hub.client().deliver(TestShop.WECHAT, message));
    assertThat(hub.notifications(payment.outTradeNo())).isZero();
  }
}
