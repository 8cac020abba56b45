package io.paidonce.simulator.alipay;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.Vectors;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AlipaySignerTest {

  private static final Instant PAID = Instant.parse("2026-03-01T02:00:05Z");
  private static final Payment PAYMENT =
      new Payment("T202603010001", "2026030122001400001234567890", 8880, "测试 A&B=C 🎈", PAID);

  private final AlipaySigner signer =
      new AlipaySigner(
          new AlipayMerchant("2021000000000001", "2088000000000001"),
          Vectors.privateKey("ALI_PRIVATE"));

  @Test
  void vectorInUtf8IsReproducedToTheByte() {
    AlipayForm form = parse(Vectors.value("ALI_UTF8_BODY"), StandardCharsets.UTF_8);
    assertThat(form.canonical()).isEqualTo(Vectors.value("ALI_UTF8_CANON"));
    Signed signed = signer.sign(form);
    assertThat(text(signed)).isEqualTo(Vectors.value("ALI_UTF8_BODY"));
  }

  @Test
  void vectorInGbkIsReproducedToTheByte() throws Exception {
    Charset gbk = Charset.forName("GBK");
    AlipayForm form = parse(Vectors.value("ALI_GBK_BODY"), gbk);
    byte[] sha = MessageDigest.getInstance("SHA-256").digest(form.canonical().getBytes(gbk));
    assertThat(HexFormat.of().formatHex(sha)).isEqualTo(Vectors.value("ALI_GBK_CANON_SHA256"));
    assertThat(text(signer.sign(form))).isEqualTo(Vectors.value("ALI_GBK_BODY"));
  }

  @Test
  void vectorOfPartialRefundHasTheWrittenCanonicalTextAndSignature() {
    Payment payment = new Payment("T202603010001", "2026030122001400001234567890", 8880, "T", PAID);
    Refund refund =
        new Refund("R202603020001", "-", 2000, 2000, Instant.parse("2026-03-02T03:00:00.123Z"));
    AlipayForm form =
        signer
            .refundForm(payment, refund, Instant.parse("2026-03-02T03:00:01Z"))
            .with("notify_id", "2026030200222110000012345678901235");
    assertThat(form.canonical()).isEqualTo(Vectors.value("ALI_REFUND_CANON"));
    Map<String, String> sent = parse(text(signer.sign(form)), StandardCharsets.UTF_8).fields();
    assertThat(sent).containsEntry("sign", Vectors.value("ALI_REFUND_SIGN"));
  }

  @Test
  void everyNotificationIsAcceptedByPlainJdkCode() {
    Instant now = PAID.plusSeconds(1);
    Refund half = new Refund("R1-half", "-", 4440, 4440, now);
    Refund all = new Refund("R2-rest", "-", 4440, 8880, now);
    assertVerified(signer.payment(PAYMENT, now));
    assertVerified(signer.closed(PAYMENT, now));
    assertVerified(signer.refund(PAYMENT, half, now));
    assertVerified(signer.refund(PAYMENT, all, now));
    assertVerified(signer.sign(signer.paymentForm(PAYMENT, now).with("new_field", "x+y z")));
  }

  @Test
  void fullRefundClosesTheTradeAndPartialDoesNot() {
    Refund half = new Refund("R1-half", "-", 4440, 4440, PAID);
    Refund all = new Refund("R2-rest", "-", 4440, 8880, PAID);
    assertThat(signer.refundForm(PAYMENT, half, PAID).fields())
        .containsEntry("trade_status", "TRADE_SUCCESS")
        .containsEntry("refund_fee", "44.40");
    assertThat(signer.refundForm(PAYMENT, all, PAID).fields())
        .containsEntry("trade_status", "TRADE_CLOSED")
        .containsEntry("refund_fee", "88.80");
    assertThat(signer.closedForm(PAYMENT, PAID).fields()).doesNotContainKey("refund_fee");
  }

  @Test
  void oneByteChangedAfterSigningIsRefusedByPlainJdkCode() {
    Signed tampered = signer.payment(PAYMENT, PAID).withByteChangedAfter("total_amount=");
    assertThat(verifies(tampered)).isFalse();
  }

  @Test
  void repeatKeepsTheNotifyId() {
    String first = signer.paymentForm(PAYMENT, PAID).fields().get("notify_id");
    String later = signer.paymentForm(PAYMENT, PAID.plusSeconds(240)).fields().get("notify_id");
    assertThat(later).isEqualTo(first).hasSize(34);
  }

  private static void assertVerified(Signed signed) {
    assertThat(verifies(signed)).isTrue();
  }

  /** Written from the protocol's text, not from the signer. */
  private static boolean verifies(Signed signed) {
    Map<String, String> form = parse(text(signed), StandardCharsets.UTF_8).fields();
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> e : new TreeMap<>(form).entrySet()) {
      if (e.getKey().startsWith("sign") || e.getValue().isBlank()) {
        continue;
      }
      text.append('&').append(e.getKey()).append('=').append(e.getValue());
    }
    return Vectors.verifies(
        Vectors.publicKey("ALI_PUB"),
        text.substring(1).getBytes(StandardCharsets.UTF_8),
        form.getOrDefault("sign", ""));
  }

  private static String text(Signed signed) {
    return new String(signed.body(), StandardCharsets.US_ASCII);
  }

  private static AlipayForm parse(String body, Charset charset) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String pair : body.split("&", -1)) {
      int equals = pair.indexOf('=');
      fields.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), charset));
    }
    return new AlipayForm(fields);
  }
}
