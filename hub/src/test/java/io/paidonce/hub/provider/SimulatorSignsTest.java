package io.paidonce.hub.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import com.github.binarywang.wxpay.util.SignUtils;
import com.google.gson.JsonObject;
import com.wechat.pay.java.core.exception.WechatPayException;
import com.wechat.pay.java.core.notification.NotificationParser;
import com.wechat.pay.java.core.notification.RSAPublicKeyNotificationConfig;
import com.wechat.pay.java.core.notification.RequestParam;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.alipay.AlipayForm;
import io.paidonce.simulator.alipay.AlipayMerchant;
import io.paidonce.simulator.alipay.AlipaySigner;
import io.paidonce.simulator.wechatpay.WechatPayMerchant;
import io.paidonce.simulator.wechatpay.WechatPaySigner;
import io.paidonce.simulator.wechatpayv2.SignType;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Fields;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Merchant;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Signer;
import io.paidonce.testkit.Seeds;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The simulator is no easier to please than the providers: their own SDKs take what it signs. */
class SimulatorSignsTest {

  private static final String SERIAL = "PUB_KEY_ID_0119000001002026";
  private static final String V3_KEY = "k3Vq8ZpLw2Xr7Tn5Bd9Gf4Hj6Ms1Yc0A";
  private static final String V2_KEY = "7Qm2Wn9Er4Tb8Yv3Uc6Ix1Oz5Pa0SdFg";
  private static final Instant SENT = Instant.parse("2026-03-01T02:00:06Z");

  private final Random random = new Random(Seeds.next("SimulatorSignsTest"));

  @Test
  void alipaysSdkBelievesTheSimulatorAndNotItsForger() throws AlipayApiException {
    AlipayMerchant merchant = new AlipayMerchant("2021000000000001", "2088000000000001");
    AlipaySigner genuine = new AlipaySigner(merchant, provider());
    AlipaySigner forger = new AlipaySigner(merchant, TestKeys.NEXT.getPrivate());
    for (int i = 0; i < Comparison.COUNT; i++) {
      AlipayForm form =
          genuine
              .paymentForm(payment(), SENT)
              .with("charset", random.nextBoolean() ? "GBK" : "utf-8")
              .with(
                  "x" + random.nextInt(9),
                  Comparison.text(random).replaceAll("[^\\x00-\\u9fa5]", ""));
      assertThat(alipayBelieves(genuine.sign(form))).as(form::canonical).isTrue();
      assertThat(alipayBelieves(genuine.refund(payment(), refund(), SENT))).isTrue();
      assertThat(alipayBelieves(genuine.closed(payment(), SENT))).isTrue();
      assertThat(alipayBelieves(forger.sign(form))).as(form::canonical).isFalse();
    }
  }

  @Test
  void wechatPaysSdkBelievesTheSimulatorAndNotItsForger() {
    WechatPayMerchant merchant = new WechatPayMerchant("1900000100", "wx2421b1c4370ec43b", V3_KEY);
    NotificationParser sdk =
        new NotificationParser(
            new RSAPublicKeyNotificationConfig.Builder()
                .publicKey(TestKeys.PROVIDER.getPublic())
                .publicKeyId(SERIAL)
                .apiV3Key(V3_KEY)
                .build());
    NotificationSigner genuine = new WechatPaySigner(merchant, provider(), SERIAL, random);
    NotificationSigner forger =
        new WechatPaySigner(merchant, TestKeys.NEXT.getPrivate(), SERIAL, random);
    for (int i = 0; i < Comparison.COUNT; i++) {
      assertThat(wechatPayBelieves(sdk, genuine.payment(payment(), SENT))).isTrue();
      assertThat(wechatPayBelieves(sdk, genuine.refund(payment(), refund(), SENT))).isTrue();
      assertThat(wechatPayBelieves(sdk, forger.payment(payment(), SENT))).isFalse();
    }
  }

  @Test
  void wxJavaBelievesTheSimulatorOfV2AndNotAnotherKey() {
    for (SignType signType : SignType.values()) {
      WechatPayV2Signer signer =
          new WechatPayV2Signer(
              new WechatPayV2Merchant("10000100", "wx2421b1c4370ec43b", V2_KEY), signType, random);
      for (int i = 0; i < Comparison.COUNT; i++) {
        WechatPayV2Fields fields =
            signer.paymentFields(payment()).with("attach", Comparison.text(random));
        Map<String, String> elements = elements(signer.sign(fields));
        String type = signType == SignType.MD5 ? "MD5" : "HMAC-SHA256";
        assertThat(SignUtils.checkSign(elements, type, V2_KEY)).as("%s", elements).isTrue();
        assertThat(SignUtils.checkSign(elements, type, V3_KEY)).as("%s", elements).isFalse();
      }
    }
  }

  private Payment payment() {
    return new Payment(
        "T" + random.nextInt(1_000_000, 9_999_999),
        "42" + random.nextLong(1_000_000_000L, 9_000_000_000L),
        1 + random.nextInt(1_000_000),
        "测试 A+B&C=D 100%",
        SENT);
  }

  private Refund refund() {
    return new Refund("R" + random.nextInt(1_000_000, 9_999_999), "50123", 1, 1, SENT);
  }

  private static PrivateKey provider() {
    return TestKeys.PROVIDER.getPrivate();
  }

  private static boolean alipayBelieves(Signed message) throws AlipayApiException {
    String body = new String(message.body(), StandardCharsets.ISO_8859_1);
    String charset = body.contains("charset=GBK") ? "GBK" : "UTF-8";
    Map<String, String> form = new HashMap<>();
    for (String pair : body.split("&", -1)) {
      String[] halves = pair.split("=", 2);
      form.put(halves[0], URLDecoder.decode(halves[1], java.nio.charset.Charset.forName(charset)));
    }
    try {
      return AlipaySignature.rsaCheckV1(
          form, TestKeys.publicKey(TestKeys.PROVIDER), charset, "RSA2");
    } catch (AlipayApiException e) {
      return false;
    }
  }

  private static boolean wechatPayBelieves(NotificationParser sdk, Signed message) {
    RequestParam parameters =
        new RequestParam.Builder()
            .serialNumber(header(message, "Wechatpay-Serial"))
            .nonce(header(message, "Wechatpay-Nonce"))
            .signature(header(message, "Wechatpay-Signature"))
            .timestamp(header(message, "Wechatpay-Timestamp"))
            .signType("WECHATPAY2-SHA256-RSA2048")
            .body(new String(message.body(), StandardCharsets.UTF_8))
            .build();
    try {
      return sdk.parse(parameters, JsonObject.class) != null;
    } catch (WechatPayException e) {
      return false;
    }
  }

  private static String header(Signed message, String name) {
    return message.headers().getOrDefault(name, List.of("")).get(0);
  }

  private static Map<String, String> elements(Signed message) {
    try {
      return new HashMap<>(Xml.flat(message.body(), "xml"));
    } catch (NotBelieved e) {
      throw new AssertionError("the simulator wrote XML that cannot be read", e);
    }
  }
}
