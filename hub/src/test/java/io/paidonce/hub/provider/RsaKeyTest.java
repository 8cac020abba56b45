package io.paidonce.hub.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RsaKeyTest {

  private static final RsaKey ALIPAY = KeyMaterial.publicKey("p", Vectors.text("ALI_PUB"));
  private static final RsaKey WECHAT = KeyMaterial.publicKey("p", Vectors.text("WX3_PUB"));

  @Test
  void canonicalVectorsVerify() {
    assertThat(ALIPAY.signed(Vectors.text("ALI_UTF8_SIGN"), Vectors.bytes("ALI_UTF8_CANON")))
        .isTrue();
    assertThat(ALIPAY.signed(Vectors.text("ALI_REFUND_SIGN"), Vectors.bytes("ALI_REFUND_CANON")))
        .isTrue();
    assertThat(WECHAT.signed(Vectors.text("ALI_UTF8_SIGN"), Vectors.bytes("ALI_UTF8_CANON")))
        .isFalse();
  }

  @Test
  void requestAndEmptyBodyVectorsVerify() {
    for (String name : new String[] {"WX3_REQ", "WX3_204"}) {
      String message = Vectors.text(name + "_MSG").replace("\\n", "\n");
      String sign = Vectors.text(name + "_SIGN");
      assertThat(WECHAT.signed(sign, message.getBytes(UTF_8))).isTrue();
      assertThat(WECHAT.signed(sign, message.trim().getBytes(UTF_8))).isFalse();
    }
  }

  @Test
  void gatewayAnswerVerifiesOverItsRawSubstringOnly() {
    String answer = Vectors.text("ALI_GW_RESPONSE");
    String node = answer.substring(answer.indexOf(":{") + 1, answer.indexOf(",\"sign\":"));
    String sign = answer.substring(answer.lastIndexOf(":\"") + 2, answer.length() - 2);
    assertThat(ALIPAY.signed(sign, node.getBytes(UTF_8))).isTrue();
    String reordered =
        node.replace(
            "\"code\":\"10000\",\"msg\":\"Success\"", "\"msg\":\"Success\",\"code\":\"10000\"");
    assertThat(reordered).hasSameSizeAs(node);
    assertThat(ALIPAY.signed(sign, reordered.getBytes(UTF_8))).isFalse();
  }

  @Test
  void whatIsNoSignatureIsOnlyFalse() { // S14
    byte[] message = {1};
    String sign = TestKeys.sign(TestKeys.PROVIDER.getPrivate(), message);
    RsaKey key = KeyMaterial.publicKey("p", TestKeys.publicKey(TestKeys.PROVIDER));
    assertThat(key.signed(sign, message)).isTrue();
    assertThat(key.signed(sign, message, message)).isFalse();
    for (String junk : new String[] {"", "=", "%", "AAAA", sign + sign, sign.substring(4), "é"}) {
      assertThat(key.signed(junk, message)).isFalse();
    }
  }
}
