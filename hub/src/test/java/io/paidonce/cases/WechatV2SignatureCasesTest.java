package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.wechatpayv2.SignType;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Fields;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Merchant;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Signer;
import io.paidonce.testkit.databases.Engine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.io.TempDir;

/** WeChat Pay v2: XML under a shared key. */
class WechatV2SignatureCasesTest {

  @OnHub(engines = Engine.H2)
  void anElementAddedToTheBodyBreaksTheSignature(RunningHub hub) { // C2
    Payment payment = ordered(hub, TestShop.WECHAT_V2, 1000);
    Signed genuine = Speaker.WECHAT_V2.payment(hub, payment);
    String body = new String(genuine.body(), StandardCharsets.UTF_8);
    refused(hub, payment, body.replace("</xml>", "<merchant_id>7</merchant_id></xml>"));
    paid(hub, TestShop.WECHAT_V2 + "?merchant_id=7&sign=x", payment, genuine);
  }

  @OnHub(engines = Engine.H2)
  void exactlyTheElementsPresentAreSigned(RunningHub hub) { // C9, C72
    Payment payment = ordered(hub, TestShop.WECHAT_V2, 26900);
    WechatPayV2Fields fields =
        hub.shop()
            .wechatPayV2()
            .paymentFields(payment)
            .with("cash_fee", "26842")
            .with("coupon_fee", "58")
            .with("coupon_count", "1")
            .with("coupon_fee_0", "58")
            .with("coupon_id_0", "16385713")
            .with("settlement_total_fee", "26842")
            .with("attach", "");
    paid(hub, TestShop.WECHAT_V2, payment, hub.shop().wechatPayV2().sign(fields));
    assertThat(hub.client().casesOf(payment.outTradeNo())).isEmpty();
  }

  @OnHub(engines = Engine.H2)
  void theAlgorithmIsTheOneNamedOrTheOneOfItsLength(RunningHub hub) { // C11
    WechatPayV2Merchant merchant = TestShop.V2_MERCHANT;
    Payment one = ordered(hub, TestShop.WECHAT_V2, 1000);
    WechatPayV2Fields plain = hub.shop().wechatPayV2().paymentFields(one);
    String sign = Handmade.hmac(plain, merchant.apiKey());
    paid(hub, TestShop.WECHAT_V2, one, Handmade.xml(plain.with("sign", sign).fields()));
    Payment two = ordered(hub, TestShop.WECHAT_V2, 1000);
    WechatPayV2Fields typed =
        hub.shop().wechatPayV2().paymentFields(two).with("sign_type", "HMAC-SHA256");
    String lower = Handmade.hmac(typed, merchant.apiKey()).toLowerCase(Locale.ROOT);
    paid(hub, TestShop.WECHAT_V2, two, Handmade.xml(typed.with("sign", lower).fields()));
  }

  @OnHub(engines = Engine.H2)
  void md5IsBelievedOnlyWhereTheOperatorAllowsIt(RunningHub hub) { // C11, S10, S11
    Payment allowed = ordered(hub, Setup.MD5_V2, 1000);
    paid(hub, Setup.MD5_V2, allowed, md5(Setup.MD5_V2_MERCHANT, allowed));
    Payment hmac = ordered(hub, Setup.MD5_V2, 1000);
    Signed message = hub.shop().wechatPayV2(Setup.MD5_V2_MERCHANT).payment(hmac, Instant.now());
    paid(hub, Setup.MD5_V2, hmac, message);
    Payment refused = ordered(hub, TestShop.WECHAT_V2, 1000);
    double before = hub.refused(TestShop.WECHAT_V2, "algorithm");
    Signed weak = md5(TestShop.V2_MERCHANT, refused);
    refused(hub, refused, new String(weak.body(), StandardCharsets.UTF_8));
    WechatPayV2Signer signer =
        new WechatPayV2Signer(TestShop.V2_MERCHANT, SignType.MD5, new Random(1));
    Signed named = signer.sign(signer.paymentFields(refused).with("sign_type", "MD5"));
    refused(hub, refused, new String(named.body(), StandardCharsets.UTF_8));
    assertThat(hub.refused(TestShop.WECHAT_V2, "algorithm")).isEqualTo(before + 2);
  }

  @OnHub(engines = Engine.H2)
  void leavingOutTheSignIsNoWayIn(RunningHub hub) { // C12, S7
    Payment payment = ordered(hub, TestShop.WECHAT_V2, 1000);
    Map<String, String> fields = hub.shop().wechatPayV2().paymentFields(payment).fields();
    double before = hub.refused(TestShop.WECHAT_V2, "unsigned");
    int sent = 0;
    for (Map<String, String> shape : shapes(fields)) {
      for (String sign : new String[] {"", " ", "null", "NULL"}) {
        Map<String, String> signed = new LinkedHashMap<>(shape);
        signed.put("sign", sign);
        refused(hub, payment, text(signed));
        sent++;
      }
      refused(hub, payment, text(shape));
      sent++;
    }
    assertThat(hub.refused(TestShop.WECHAT_V2, "unsigned")).isEqualTo(before + sent);
    assertThat(hub.notifications(payment.outTradeNo())).isZero();
  }

  @OnHub(engines = Engine.H2)
  void onlyTheWholeSignCounts(RunningHub hub) { // S14
    Payment payment = ordered(hub, TestShop.WECHAT_V2, 1000);
    WechatPayV2Fields fields =
        hub.shop().wechatPayV2().paymentFields(payment).with("sign_type", "HMAC-SHA256");
    String sign = Handmade.hmac(fields, TestShop.V2_MERCHANT.apiKey());
    for (String wrong :
        List.of(
            sign.substring(0, 8),
            sign.substring(0, 63),
            sign + "0",
            sign + sign,
            " " + sign,
            Handmade.hmac(fields, "0".repeat(32)))) {
      refused(hub, payment, text(fields.with("sign", wrong).fields()));
    }
    String good = text(fields.with("sign", sign).fields());
    refused(hub, payment, good.replace("<xml>", "<xml><total_fee>1</total_fee>"));
  }

  @OnHub(engines = Engine.H2)
  void documentTypesAreRefusedAtOnceAndReadNothing(RunningHub hub, @TempDir Path directory)
      throws IOException { // S1, S2
    String canary = "canary-7d1f0c";
    Path file = Files.writeString(directory.resolve("secret"), canary);
    try (ServerSocket trap = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String http = "http://127.0.0.1:" + trap.getLocalPort() + "/x";
      for (String channel : List.of(TestShop.WECHAT_V2, Setup.BOTH_V3, Setup.BOTH_V2)) {
        for (String body : hostile(file.toUri().toString(), http)) {
          var reply =
              Assertions.assertTimeout(
                  Duration.ofSeconds(2), () -> hub.client().deliver(channel, Handmade.xml(body)));
          Speaker.WECHAT_V2.assertInvalid(reply);
          assertThat(reply.text()).doesNotContain(canary);
        }
      }
      trap.setSoTimeout(1);
      org.assertj.core.api.Assertions.assertThatThrownBy(trap::accept)
          .isInstanceOf(SocketTimeoutException.class);
    }
    String like = "%" + canary + "%";
    assertThat(hub.count("SELECT COUNT(*) FROM rejection WHERE detail LIKE ?", like)).isZero();
    assertThat(hub.count("SELECT COUNT(*) FROM problem_case WHERE received LIKE ?", like)).isZero();
  }

  private static List<String> hostile(String file, String http) {
    String bomb =
        "<!DOCTYPE xml [<!ENTITY a0 \"lol\">"
            + "<!ENTITY a1 \"&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;\">"
            + "<!ENTITY a2 \"&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;\">"
            + "<!ENTITY a3 \"&a2;&a2;&a2;&a2;&a2;&a2;&a2;&a2;&a2;&a2;\">"
            + "<!ENTITY a4 \"&a3;&a3;&a3;&a3;&a3;&a3;&a3;&a3;&a3;&a3;\">"
            + "<!ENTITY a5 \"&a4;&a4;&a4;&a4;&a4;&a4;&a4;&a4;&a4;&a4;\">"
            + "<!ENTITY a6 \"&a5;&a5;&a5;&a5;&a5;&a5;&a5;&a5;&a5;&a5;\">]>";
    List<String> bodies = new ArrayList<>();
    for (String element : new String[] {"attach", "req_info", "sign"}) {
      String content = "<xml><" + element + ">&a6;</" + element + "></xml>";
      bodies.add(bomb + content);
      for (String uri : new String[] {file, http}) {
        bodies.add("<!DOCTYPE xml [<!ENTITY a6 SYSTEM \"" + uri + "\">]>" + content);
        bodies.add("<!DOCTYPE xml [<!ENTITY % p SYSTEM \"" + uri + "\">%p;]>" + content);
      }
    }
    bodies.add("<!DOCTYPE xml SYSTEM \"" + http + "\"><xml><sign>A</sign></xml>");
    bodies.add("<!DOCTYPE xml PUBLIC \"x\" \"" + http + "\"><xml><sign>A</sign></xml>");
    bodies.add("<?xml version=\"1.0\"?><!DOCTYPE xml><xml><sign>A</sign></xml>");
    bodies.add(
        "<xml xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\""
            + file
            + "\" parse=\"text\"/></xml>");
    return bodies;
  }

  private static List<Map<String, String>> shapes(Map<String, String> whole) {
    List<Map<String, String>> shapes = new ArrayList<>(List.of(whole));
    for (List<String> without :
        List.of(
            List.of("return_code"),
            List.of("return_code", "result_code"),
            List.of("appid", "mch_id"),
            List.of("return_code", "appid", "mch_id"))) {
      Map<String, String> shape = new LinkedHashMap<>(whole);
      shape.keySet().removeAll(without);
      shapes.add(shape);
    }
    String number = String.valueOf(whole.get("out_trade_no"));
    shapes.add(Map.of("out_trade_no", number, "total_fee", "1"));
    return shapes;
  }

  private static Signed md5(WechatPayV2Merchant merchant, Payment payment) {
    return new WechatPayV2Signer(merchant, SignType.MD5, new Random(1))
        .payment(payment, Instant.now());
  }

  private static String text(Map<String, String> elements) {
    return new String(Handmade.xml(elements).body(), StandardCharsets.UTF_8);
  }

  private static Payment ordered(RunningHub hub, String channel, long fen) {
    return TestShop.payment(Making.orderOf(hub, channel, fen, "CNY"), fen);
  }

  private static void paid(RunningHub hub, String channel, Payment payment, Signed message) {
    Speaker.WECHAT_V2.assertSuccess(hub.client().deliver(channel, message));
    hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
  }

  private static void refused(RunningHub hub, Payment payment, String body) {
    Speaker.WECHAT_V2.assertInvalid(hub.client().deliver(TestShop.WECHAT_V2, Handmade.xml(body)));
    assertThat(hub.notifications(payment.outTradeNo())).isZero();
  }
}
