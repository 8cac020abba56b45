package io.paidonce.simulator.wechatpayv2;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Vectors;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class WechatPayV2SignerTest {

  private static final Payment PAYMENT =
      new Payment(
          "T202603010001",
          "4200000000202603011234567890",
          8880,
          "支付测试",
          Instant.parse("2026-03-01T02:00:05Z"));
  private static final WechatPayV2Merchant MERCHANT =
      new WechatPayV2Merchant("10000100", "wx2421b1c4370ec43b", "192006250b4c09247ec02edce69f6a2d");

  @Test
  void vectorOfPaymentIsReproducedWithMd5AndHmac() {
    WechatPayV2Fields fields =
        signer(SignType.MD5)
            .paymentFields(PAYMENT)
            .with("nonce_str", "5d2b6c2a8db53831f7eda20af46e531c");
    assertThat(fields.canonical()).isEqualTo(Vectors.value("WX2_NOTIFY_CANON"));
    assertThat(xml(signer(SignType.MD5).sign(fields).body()))
        .contains("<sign><![CDATA[" + Vectors.value("WX2_NOTIFY_MD5") + "]]></sign>")
        .contains("<total_fee>8880</total_fee>")
        .doesNotContain("sign_type");
    assertThat(xml(signer(SignType.HMAC_SHA256).sign(fields).body()))
        .contains("<sign><![CDATA[" + Vectors.value("WX2_NOTIFY_HMAC") + "]]></sign>");
  }

  @Test
  void providersOwnVectorIsReproduced() {
    String canonical =
        "appid=wxd930ea5d5a258f4f&body=test&device_info=1000&mch_id=10000100"
            + "&nonce_str=ibuaiVcKdpRxkhJA";
    assertThat(signer(SignType.MD5).digest(canonical)).isEqualTo(Vectors.value("WX2_MD5"));
    assertThat(signer(SignType.HMAC_SHA256).digest(canonical)).isEqualTo(Vectors.value("WX2_HMAC"));
  }

  @Test
  void vectorOfRefundIsReproducedToTheByte() throws Exception {
    String plain = decrypt(Vectors.value("WX2_REQ_INFO"));
    assertThat(signer(SignType.MD5).encrypt(plain)).isEqualTo(Vectors.value("WX2_REQ_INFO"));
  }

  @Test
  void refundIsDecryptedByPlainJdkCodeAndCarriesNoSignature() throws Exception {
    Refund refund = new Refund("R1", "50000", 3960, 3960, Instant.parse("2026-03-01T08:24:13Z"));
    String xml = xml(signer(SignType.MD5).refund(PAYMENT, refund, Instant.EPOCH).body());
    assertThat(xml).doesNotContain("<sign>");
    Matcher info = Pattern.compile("<req_info><!\\[CDATA\\[(.+?)]]>").matcher(xml);
    assertThat(info.find()).isTrue();
    assertThat(decrypt(info.group(1)))
        .startsWith("<root>")
        .contains("<refund_fee><![CDATA[3960]]></refund_fee>")
        .contains("<success_time><![CDATA[2026-03-01 16:24:13]]></success_time>");
  }

  private static String decrypt(String reqInfo) throws Exception {
    byte[] key = Vectors.value("WX2_MD5KEY").getBytes(StandardCharsets.US_ASCII);
    Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
    cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"));
    return new String(cipher.doFinal(Base64.getDecoder().decode(reqInfo)), StandardCharsets.UTF_8);
  }

  private static WechatPayV2Signer signer(SignType signType) {
    return new WechatPayV2Signer(MERCHANT, signType, new Random(1));
  }

  private static String xml(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }
}
