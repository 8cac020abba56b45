package io.paidonce.hub.provider.wechatpay;

import static io.paidonce.hub.provider.Verdicts.event;
import static io.paidonce.hub.provider.Verdicts.events;
import static io.paidonce.hub.provider.Verdicts.open;
import static io.paidonce.hub.provider.Verdicts.reason;
import static io.paidonce.hub.provider.Verdicts.refused;
import static io.paidonce.hub.provider.Verdicts.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.Answers;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Vectors;
import io.paidonce.hub.provider.Verdict;
import io.paidonce.hub.provider.Verdicts;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WechatPayVerifyTest {

  private static final ProviderChannel CHANNEL = open(Sealed.SETTINGS);
  private static final ProviderChannel OF_VECTORS =
      open(
          with(Sealed.SETTINGS, "public-keys", Map.of("PUB_KEY_ID_TEST", Vectors.text("WX3_PUB"))));
  private static final NotifyRequest GOOD = Sealed.request("TRANSACTION.SUCCESS", Sealed.PAYMENT);

  private static NotifyRequest vector(String name, byte[] body, long age) {
    return new NotifyRequest(
        Map.of(
            "Wechatpay-Timestamp", List.of(Vectors.text(name + "_TS")),
            "Wechatpay-Nonce", List.of(Vectors.text(name + "_NONCE")),
            "Wechatpay-Serial", List.of("PUB_KEY_ID_TEST"),
            "Wechatpay-Signature", List.of(Vectors.text(name + "_SIGN"))),
        body,
        Instant.ofEpochSecond(Long.parseLong(Vectors.text(name + "_TS")) + age));
  }

  private static NotifyRequest vector(String name) {
    return vector(name, Vectors.bytes(name + "_BODY"), 1);
  }

  private static Refusal reasonWith(String header, String... values) {
    return reason(CHANNEL.verify(Sealed.with(GOOD, header, values)));
  }

  @Test
  void paymentVectorIsGenuine() {
    Event event = event(OF_VECTORS.verify(vector("WX3")));
    assertThat(event.status()).isEqualTo(EventStatus.PAID);
    assertThat(event.outTradeNo()).isEqualTo("T202603010001");
    assertThat(event.total()).isEqualTo(new Money(8880, "CNY"));
    assertThat(event.merchant()).hasToString("wechatpay:1900000100");
    assertThat(event.occurredAt()).isEqualTo(Instant.parse("2026-03-01T02:00:05Z"));
  }

  @Test
  void refundVectorIsGenuine() {
    Event event = event(OF_VECTORS.verify(vector("WX3_REFUND")));
    assertThat(event.status()).isEqualTo(EventStatus.REFUND_SUCCESS);
    assertThat(event.refundNo()).isEqualTo("R202603020001");
    assertThat(event.refund()).isEqualTo(new Money(2000, "CNY"));
    assertThat(event.total()).isEqualTo(new Money(8880, "CNY"));
    assertThat(event.refundedTotal()).isNull();
  }

  @Test
  void alteredVectorIsRefusedAndTheCauseIsNamed() { // C14
    String body = Vectors.text("WX3_BODY");
    for (String altered :
        List.of(
            body.replaceFirst(",", ", "),
            body.replace(",\"", ", \""),
            body + "\n",
            body + " ",
            body.replaceFirst("(\"id\":\"[^\"]*\"),(\"create_time\":\"[^\"]*\")", "$2,$1"))) {
      Verdict.Refused refused =
          refused(OF_VECTORS.verify(vector("WX3", altered.getBytes(UTF_8), 1)));
      assertThat(refused.reason()).isEqualTo(Refusal.SIGNATURE);
      assertThat(refused.detail())
          .isEqualTo("resource decrypts but signature does not match: body altered?");
    }
    NotifyRequest later =
        Sealed.with(
            vector("WX3"), "Wechatpay-Timestamp", Vectors.text("WX3_TS").replace("06", "07"));
    assertThat(reason(OF_VECTORS.verify(later))).isEqualTo(Refusal.SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GBK", "ISO-8859-1", "UTF-16"})
  void bodyThatWentThroughAnotherCharsetIsRefused(String charset) { // C17
    byte[] body = Vectors.bytes("WX3_BODY");
    byte[] damaged = new String(body, Charset.forName(charset)).getBytes(UTF_8);
    assertThat(OF_VECTORS.verify(vector("WX3", damaged, 1))).isInstanceOf(Verdict.Refused.class);
    assertThat(events(OF_VECTORS.verify(vector("WX3", body, 1)))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", ",\n  "})
  void newlinesArePartOfTheBody(String newline) { // C16
    String body = new String(Sealed.envelope("TRANSACTION.SUCCESS", Sealed.PAYMENT), UTF_8);
    String pretty = body.replaceFirst(",", newline.contains(",") ? newline : "," + newline) + "\n";
    assertThat(events(CHANNEL.verify(Sealed.request(pretty.getBytes(UTF_8))))).hasSize(1);
    byte[] joined = pretty.replaceAll("\\R", "").getBytes(UTF_8);
    NotifyRequest lines =
        new NotifyRequest(Sealed.headers(pretty.getBytes(UTF_8)), joined, Verdicts.NOW);
    assertThat(reason(CHANNEL.verify(lines))).isEqualTo(Refusal.SIGNATURE);
  }

  @ParameterizedTest
  @CsvSource({
    "-301, FUTURE, 301",
    "-3600, FUTURE, 3600",
    "301, STALE, 301",
    "360, STALE, 360",
  })
  void skewBeyondTheToleranceIsRefused(long age, Refusal reason, String measured) { // C26, S32
    Verdict.Refused refused =
        refused(OF_VECTORS.verify(vector("WX3", Vectors.bytes("WX3_BODY"), age)));
    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.detail())
        .contains(measured + " s", reason == Refusal.STALE ? "too old" : "in the future");
  }

  @ParameterizedTest
  @ValueSource(longs = {-300, -299, 0, 299, 300})
  void skewWithinTheToleranceIsAccepted(long age) { // C26
    assertThat(events(OF_VECTORS.verify(vector("WX3", Vectors.bytes("WX3_BODY"), age)))).hasSize(1);
  }

  @Test
  void freshnessIsJudgedAtReceiptNotAtVerification() { // C27
    NotifyRequest old = vector("WX3");
    assertThat(events(OF_VECTORS.verify(old))).hasSize(1);
    NotifyRequest now =
        new NotifyRequest(old.headers(), old.body(), old.receivedAt().plusSeconds(1200));
    assertThat(reason(OF_VECTORS.verify(now))).isEqualTo(Refusal.STALE);
    ProviderChannel wide = open(with(Sealed.SETTINGS, "freshness", "30m"));
    byte[] body = GOOD.body();
    NotifyRequest late =
        new NotifyRequest(Sealed.headers(body), body, Verdicts.NOW.plusSeconds(1200));
    assertThat(events(wide.verify(late))).hasSize(1);
    assertThat(reason(CHANNEL.verify(late))).isEqualTo(Refusal.STALE);
  }

  @Test
  void probeIsRefusedAsAProbe() { // S17
    String probe = "WECHATPAY/SIGNTEST/" + "x".repeat(40);
    assertThat(reasonWith("Wechatpay-Signature", probe)).isEqualTo(Refusal.PROBE);
    assertThat(Refusal.PROBE.isAlert()).isFalse();
    assertThat(Answers.WECHATPAY_V3.invalid().status()).isEqualTo(401);
    NotifyRequest stale =
        Sealed.with(Sealed.with(GOOD, "Wechatpay-Signature", probe), "Wechatpay-Timestamp", "1");
    assertThat(reason(CHANNEL.verify(stale))).isEqualTo(Refusal.PROBE);
    assertThat(reasonWith("Wechatpay-Signature", "x" + probe)).isEqualTo(Refusal.SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Wechatpay-Timestamp",
        "Wechatpay-Nonce",
        "Wechatpay-Serial",
        "Wechatpay-Signature"
      })
  void eachHeaderComesExactlyOnce(String header) { // S9
    String value = GOOD.header(header).get(0);
    assertThat(reasonWith(header)).isEqualTo(Refusal.UNSIGNED);
    assertThat(reasonWith(header, "")).isEqualTo(Refusal.UNSIGNED);
    assertThat(reasonWith(header, "  ")).isEqualTo(Refusal.UNSIGNED);
    assertThat(reasonWith(header, value, value)).isEqualTo(Refusal.MALFORMED);
    assertThat(reasonWith(header, value + "\n")).isEqualTo(Refusal.MALFORMED);
    NotifyRequest lower =
        Sealed.with(Sealed.with(GOOD, header), header.toUpperCase(java.util.Locale.ROOT), value);
    assertThat(events(CHANNEL.verify(lower))).hasSize(1);
  }

  @Test
  void signatureTypeIsPinned() { // S10
    assertThat(reasonWith("Wechatpay-Signature-Type", "WECHATPAY2-SM2-WITH-SM3"))
        .isEqualTo(Refusal.ALGORITHM);
    String rsa = "WECHATPAY2-SHA256-RSA2048";
    assertThat(reasonWith("Wechatpay-Signature-Type", rsa, rsa)).isEqualTo(Refusal.MALFORMED);
    assertThat(reasonWith("Wechatpay-Signature-Type", "")).isEqualTo(Refusal.ALGORITHM);
    assertThat(events(CHANNEL.verify(Sealed.with(GOOD, "Wechatpay-Signature-Type")))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "17723304O6", "1772330406.0", "9999999999999", "١٧٧٢٣٣٠٤٠٦"})
  void timestampIsDigits(String timestamp) {
    assertThat(reasonWith("Wechatpay-Timestamp", timestamp)).isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void truncatedAndExtendedSignaturesAreRefused() { // S14
    String sign = GOOD.header("Wechatpay-Signature").get(0);
    for (String other :
        List.of(sign.substring(0, 40), sign + "AAAA", sign + "," + sign, "AAAA" + sign, "%%%")) {
      assertThat(reasonWith("Wechatpay-Signature", other)).isEqualTo(Refusal.SIGNATURE);
    }
  }

  @Test
  void whatDecryptsIsNotBelievedForThat() { // C21
    byte[] body = GOOD.body();
    Map<String, List<String>> forged =
        Sealed.headers(
            body, TestKeys.NEXT.getPrivate(), Sealed.SERIAL, Verdicts.NOW.getEpochSecond());
    assertThat(reason(CHANNEL.verify(new NotifyRequest(forged, body, Verdicts.NOW))))
        .isEqualTo(Refusal.SIGNATURE);
    Verdict.Refused unsigned = refused(CHANNEL.verify(Verdicts.request(body)));
    assertThat(unsigned.reason()).isEqualTo(Refusal.UNSIGNED);
    assertThat(unsigned.answers()).isEqualTo(Answers.WECHATPAY_V3);
  }

  @Test
  void wrongApiKeyIsAKeyMismatchWithAFingerprint() { // C22
    String otherKey = "ABCDEF0123456789abcdef0123456789";
    ProviderChannel other = open(with(Sealed.SETTINGS, "api-v3-key", otherKey));
    Verdict.Refused refused = refused(other.verify(GOOD));
    assertThat(refused.reason()).isEqualTo(Refusal.DECRYPTION);
    assertThat(refused.reason().isKeyMismatch()).isTrue();
    assertThat(refused.detail())
        .containsPattern("fingerprint [0-9a-f]{8} ")
        .doesNotContain(otherKey);
    assertThat(events(CHANNEL.verify(GOOD))).hasSize(1);
  }

  @Test
  void changedCiphertextUnderAGoodSignatureDoesNotOpen() {
    String body = new String(GOOD.body(), UTF_8);
    int at = body.indexOf("ciphertext") + 13;
    char other = body.charAt(at) == 'A' ? 'B' : 'A';
    String changed = body.substring(0, at) + other + body.substring(at + 1);
    assertThat(reason(CHANNEL.verify(Sealed.request(changed.getBytes(UTF_8)))))
        .isEqualTo(Refusal.DECRYPTION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"associated_data\":\"\"", ",\"associated_data\":null"})
  void associatedDataMayBeMissing(String field) { // C22
    byte[] body = Sealed.envelope("TRANSACTION.SUCCESS", Sealed.PAYMENT, Sealed.KEY, field, "");
    assertThat(events(CHANNEL.verify(Sealed.request(body)))).hasSize(1);
  }

  @Test
  void resourceAlgorithmIsPinned() { // S10
    String body = new String(GOOD.body(), UTF_8).replace("AEAD_AES_256_GCM", "AEAD_SM4_GCM");
    assertThat(reason(CHANNEL.verify(Sealed.request(body.getBytes(UTF_8)))))
        .isEqualTo(Refusal.ALGORITHM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{",
        "{\"resource\":{}}",
        "{\"resource\":[]}",
        "{\"a\":1,\"a\":1}",
        "{\"resource\":{\"algorithm\":\"AEAD_AES_256_GCM\",\"nonce\":\"\",\"ciphertext\":\"AA\"}}",
        "{\"resource\":{\"algorithm\":\"AEAD_AES_256_GCM\",\"nonce\":\"1\",\"ciphertext\":\"%\"}}"
      })
  void signedButUnreadableIsMalformed(String body) {
    assertThat(reason(CHANNEL.verify(Sealed.request(body.getBytes(UTF_8)))))
        .isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void otherDialectsAreAnsweredInTheirs() { // C19
    Verdict.Refused xml = refused(CHANNEL.verify(Verdicts.request("<xml/>".getBytes(UTF_8))));
    assertThat(xml.reason()).isEqualTo(Refusal.WRONG_PROTOCOL);
    assertThat(xml.answers()).isEqualTo(Answers.WECHATPAY_V2);
    Verdict.Refused form = refused(CHANNEL.verify(Verdicts.request("a=1&b=2".getBytes(UTF_8))));
    assertThat(form.reason()).isEqualTo(Refusal.WRONG_PROTOCOL);
    assertThat(form.answers()).isEqualTo(Answers.ALIPAY);
    Verdict.Refused empty = refused(CHANNEL.verify(Verdicts.request(new byte[0])));
    assertThat(empty.answers()).isEqualTo(Answers.WECHATPAY_V3);
  }

  @Test
  void unknownSerialIsAKeyMismatch() { // S16
    assertThat(reasonWith("Wechatpay-Serial", "PUB_KEY_ID_0000")).isEqualTo(Refusal.UNKNOWN_KEY);
    assertThat(reasonWith("Wechatpay-Serial", Sealed.SERIAL.toLowerCase(java.util.Locale.ROOT)))
        .isEqualTo(Refusal.UNKNOWN_KEY); // C149
  }
}
