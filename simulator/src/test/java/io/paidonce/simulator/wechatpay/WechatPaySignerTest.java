package io.paidonce.simulator.wechatpay;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.Vectors;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WechatPaySignerTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Instant PAID = Instant.parse("2026-03-01T02:00:05Z");
  private static final Payment PAYMENT =
      new Payment("T202603010001", "4200000000202603011234567890", 8880, "", PAID);
  private static final Refund REFUND =
      new Refund(
          "R202603020001",
          "50000000382026030200001234567",
          2000,
          2000,
          Instant.parse("2026-03-02T03:00:00Z"));

  private final WechatPaySigner signer =
      new WechatPaySigner(
          new WechatPayMerchant("1900000100", "wx2421b1c4370ec43b", Vectors.value("WX3_APIV3KEY")),
          Vectors.privateKey("WX3_PRIVATE"),
          "PUB_KEY_ID_TEST",
          new Random(1));

  @Test
  void vectorOfPaymentIsReproducedToTheByte() {
    WechatPayEvent event = signer.paymentEvent(PAYMENT);
    assertThat(event.plaintext()).isEqualTo(Vectors.value("WX3_PLAIN"));
    WechatPayEvent written =
        new WechatPayEvent(
            "EV-2026030110000612345",
            "2026-03-01T10:00:06+08:00",
            event.eventType(),
            event.summary(),
            event.originalType(),
            "transaction",
            "fdasflkja484",
            event.plaintext());
    byte[] body = signer.body(written);
    assertThat(new String(body, StandardCharsets.UTF_8)).isEqualTo(Vectors.value("WX3_BODY"));
    Signed signed =
        signer.signBody(body, Long.parseLong(Vectors.value("WX3_TS")), Vectors.value("WX3_NONCE"));
    assertThat(header(signed, "Wechatpay-Signature")).isEqualTo(Vectors.value("WX3_SIGN"));
  }

  @Test
  void vectorOfRefundIsReproducedToTheByte() {
    WechatPayEvent event = signer.refundEvent(PAYMENT, REFUND);
    assertThat(event.plaintext()).isEqualTo(Vectors.value("WX3_REFUND_PLAIN"));
    WechatPayEvent written =
        new WechatPayEvent(
            "5b9d1a86-6a0a-5e0b-9c1e-0f7f0a6a1c11",
            "2026-03-02T11:00:01+08:00",
            event.eventType(),
            event.summary(),
            event.originalType(),
            "refund",
            "61f9c719728a",
            event.plaintext());
    byte[] body = signer.body(written);
    assertThat(new String(body, StandardCharsets.UTF_8))
        .isEqualTo(Vectors.value("WX3_REFUND_BODY"));
    Signed signed =
        signer.signBody(
            body,
            Long.parseLong(Vectors.value("WX3_REFUND_TS")),
            Vectors.value("WX3_REFUND_NONCE"));
    assertThat(header(signed, "Wechatpay-Signature")).isEqualTo(Vectors.value("WX3_REFUND_SIGN"));
  }

  @Test
  void notificationsAreVerifiedAndDecryptedByPlainJdkCode() throws Exception {
    Signed payment = signer.payment(PAYMENT, PAID.plusSeconds(1));
    assertThat(verifies(payment)).isTrue();
    assertThat(decrypt(payment)).isEqualTo(Vectors.value("WX3_PLAIN"));
    Signed bare = signer.sign(signer.paymentEvent(PAYMENT).withoutAssociatedData(), PAID);
    assertThat(verifies(bare)).isTrue();
    assertThat(decrypt(bare)).isEqualTo(Vectors.value("WX3_PLAIN"));
  }

  @Test
  void tamperedProbedAndRedatedMessagesAreRefusedByPlainJdkCode() {
    Signed payment = signer.payment(PAYMENT, PAID);
    assertThat(verifies(payment.withByteChangedAfter("\"ciphertext\":\""))).isFalse();
    long redated = PAID.getEpochSecond() + 1;
    assertThat(verifies(payment.withHeader("Wechatpay-Timestamp", Long.toString(redated))))
        .isFalse();
    Signed probe = signer.signTest(signer.paymentEvent(PAYMENT), PAID);
    assertThat(header(probe, "Wechatpay-Signature")).startsWith("WECHATPAY/SIGNTEST/");
  }

  @Test
  void repeatKeepsTheIdAndIsSignedAnew() {
    Signed first = signer.payment(PAYMENT, PAID);
    Signed later = signer.payment(PAYMENT, PAID.plusSeconds(15));
    assertThat(json(later).path("id")).isEqualTo(json(first).path("id"));
    assertThat(header(later, "Wechatpay-Nonce")).isNotEqualTo(header(first, "Wechatpay-Nonce"));
    assertThat(verifies(later)).isTrue();
  }

  private static boolean verifies(Signed signed) {
    String message =
        header(signed, "Wechatpay-Timestamp")
            + "\n"
            + header(signed, "Wechatpay-Nonce")
            + "\n"
            + new String(signed.body(), StandardCharsets.UTF_8)
            + "\n";
    return Vectors.verifies(
        Vectors.publicKey("WX3_PUB"),
        message.getBytes(StandardCharsets.UTF_8),
        header(signed, "Wechatpay-Signature"));
  }

  private static String decrypt(Signed signed) throws Exception {
    JsonNode resource = json(signed).path("resource");
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(Vectors.value("WX3_APIV3KEY").getBytes(StandardCharsets.US_ASCII), "AES"),
        new GCMParameterSpec(
            128, resource.path("nonce").asString().getBytes(StandardCharsets.US_ASCII)));
    cipher.updateAAD(
        resource.path("associated_data").asString("").getBytes(StandardCharsets.UTF_8));
    byte[] plain =
        cipher.doFinal(Base64.getDecoder().decode(resource.path("ciphertext").asString()));
    return new String(plain, StandardCharsets.UTF_8);
  }

  private static JsonNode json(Signed signed) {
    return JSON.readTree(signed.body());
  }

  private static String header(Signed signed, String name) {
    return signed.headers().getOrDefault(name, java.util.List.of("")).get(0);
  }
}
