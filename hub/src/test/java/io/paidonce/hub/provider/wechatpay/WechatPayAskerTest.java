package io.paidonce.hub.provider.wechatpay;

import static io.paidonce.hub.provider.Findings.fact;
import static io.paidonce.hub.provider.Findings.word;
import static io.paidonce.hub.provider.Verdicts.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.Call;
import io.paidonce.hub.provider.Finding;
import io.paidonce.hub.provider.Findings;
import io.paidonce.hub.provider.Question;
import io.paidonce.hub.provider.Reply;
import io.paidonce.hub.provider.RsaKey;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Verdicts;
import java.security.interfaces.RSAPublicKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WechatPayAskerTest {

  private static final String NONCE = "593BEC0C930BF1AFEB40B4A08C8FB242";
  private static final String OWN_SERIAL = "408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB";
  private static final Map<String, Object> SETTINGS =
      with(
          with(Sealed.SETTINGS, "merchant-private-key", TestKeys.privateKey(TestKeys.MERCHANT)),
          "merchant-serial",
          OWN_SERIAL);
  private static final Asker ASKER = Findings.asker(SETTINGS);

  private static final Question PAYMENT = new Question.Payment("T1");
  private static final Question CLOSE = new Question.Close("T1");
  private static final Question REFUND =
      new Question.Refund("T1", "4200", "R1", cny(2000), cny(8880), "不要了".repeat(20));
  private static final Question REFUND_STATE = new Question.RefundState("T1", "4200", "R1");

  private static final String REFUND_OBJECT =
      "{\"refund_id\":\"5000\",\"out_refund_no\":\"R1\",\"transaction_id\":\"4200\","
          + "\"out_trade_no\":\"T1\",\"channel\":\"ORIGINAL\",\"status\":\"PROCESSING\","
          + "\"create_time\":\"2026-03-02T11:00:00+08:00\",\"amount\":{\"total\":8880,"
          + "\"refund\":2000,\"payer_total\":8880,\"payer_refund\":2000,\"currency\":\"CNY\"}}";

  private static Money cny(long fen) {
    return new Money(fen, "CNY");
  }

  private static Reply sealed(int status, String body) {
    byte[] bytes = body.getBytes(UTF_8);
    return new Reply(status, Sealed.headers(bytes), bytes, Verdicts.NOW);
  }

  private static Finding read(Question question, int status, String body) {
    return ASKER.read(question, sealed(status, body));
  }

  private static String error(String code) {
    return "{\"code\":\"" + code + "\",\"message\":\"...\"}";
  }

  @Test
  void callsAreSignedOverWhatIsSent() {
    for (Question question :
        List.of(PAYMENT, CLOSE, REFUND, REFUND_STATE, new Question.Payment("a|b*c"))) {
      Call call = ASKER.ask(question, Verdicts.NOW, NONCE);
      String authorization = call.headers().getOrDefault("Authorization", "");
      Matcher parts =
          Pattern.compile(
                  "WECHATPAY2-SHA256-RSA2048 mchid=\"1900000100\",nonce_str=\"(\\w+)\","
                      + "timestamp=\"(\\d+)\",serial_no=\"(\\w+)\",signature=\"(.+)\"")
              .matcher(authorization);
      assertThat(parts.matches()).as(authorization).isTrue();
      assertThat(parts.group(1)).isEqualTo(NONCE);
      assertThat(parts.group(2)).isEqualTo(Long.toString(Verdicts.NOW.getEpochSecond()));
      assertThat(parts.group(3)).isEqualTo(OWN_SERIAL);
      String query = call.uri().getRawQuery();
      String text =
          call.method()
              + "\n"
              + call.uri().getRawPath()
              + (query == null ? "" : "?" + query)
              + "\n"
              + parts.group(2)
              + "\n"
              + NONCE
              + "\n"
              + new String(call.body(), UTF_8)
              + "\n";
      RsaKey merchant = new RsaKey((RSAPublicKey) TestKeys.MERCHANT.getPublic());
      assertThat(merchant.signed(parts.group(4), text.getBytes(UTF_8))).isTrue();
      assertThat(call.headers()).containsEntry("Wechatpay-Serial", Sealed.SERIAL);
    }
  }

  @Test
  void callsAskForOneNumber() {
    assertThat(ASKER.ask(PAYMENT, Verdicts.NOW, NONCE).uri())
        .hasToString(
            "https://api.mch.weixin.qq.com/v3/pay/transactions/out-trade-no/T1?mchid=1900000100");
    assertThat(ASKER.ask(new Question.Payment("a|b*c"), Verdicts.NOW, NONCE).uri().getRawPath())
        .endsWith("/a%7Cb*c");
    Call close = ASKER.ask(CLOSE, Verdicts.NOW, NONCE);
    assertThat(close.method() + close.uri().getRawPath())
        .isEqualTo("POST/v3/pay/transactions/out-trade-no/T1/close");
    String refund = new String(ASKER.ask(REFUND, Verdicts.NOW, NONCE).body(), UTF_8);
    assertThat(refund)
        .startsWith("{\"out_trade_no\":\"T1\",\"out_refund_no\":\"R1\",\"reason\":\"不要了不要了")
        .endsWith("\"amount\":{\"refund\":2000,\"total\":8880,\"currency\":\"CNY\"}}");
    String reason = refund.replaceFirst(".*\"reason\":\"([^\"]*)\".*", "$1");
    assertThat(reason.getBytes(UTF_8)).hasSizeBetween(76, 80);
    assertThat(ASKER.ask(REFUND_STATE, Verdicts.NOW, NONCE).uri().getRawPath())
        .isEqualTo("/v3/refund/domestic/refunds/R1");
  }

  @Test
  void paidIsAFactOfTheQuery() {
    Event paid = fact(read(PAYMENT, 200, Sealed.PAYMENT));
    assertThat(paid.status()).isEqualTo(EventStatus.PAID);
    assertThat(paid.evidence()).isEqualTo(Evidence.QUERY);
    assertThat(paid.total()).isEqualTo(cny(8880));
    assertThat(paid.tradeNo()).isEqualTo("4200");
    String refunded = Sealed.PAYMENT.replace("\"SUCCESS\"", "\"REFUND\"");
    assertThat(word(read(PAYMENT, 200, refunded))).isEqualTo("Facts PAID");
    String closed =
        "{\"mchid\":\"1900000100\",\"appid\":\"wx2421b1c4370ec43b\",\"out_trade_no\":\"T1\","
            + "\"trade_state\":\"CLOSED\"}";
    assertThat(word(read(PAYMENT, 200, closed))).isEqualTo("Facts CLOSED");
  }

  @Test
  void whatIsNotFinalIsNoFact() { // S31
    String unpaid = Sealed.PAYMENT.replace("\"SUCCESS\"", "\"NOTPAY\"");
    assertThat(word(read(PAYMENT, 200, unpaid))).isEqualTo("NotYet NOTPAY");
    assertThat(word(read(PAYMENT, 200, unpaid.replace("NOTPAY", "ODD")))).isEqualTo("Unclear");
    assertThat(word(read(PAYMENT, 404, error("ORDER_NOT_EXIST"))))
        .isEqualTo("NotYet ORDER_NOT_EXIST");
    assertThat(word(read(REFUND_STATE, 404, error("RESOURCE_NOT_EXISTS"))))
        .isEqualTo("NotYet RESOURCE_NOT_EXISTS");
  }

  @Test
  void closeIsAnEmptySealedAnswer() {
    assertThat(word(read(CLOSE, 204, ""))).isEqualTo("Facts CLOSED");
    assertThat(word(read(CLOSE, 200, "{}"))).isEqualTo("Unclear");
    assertThat(word(read(CLOSE, 400, error("ORDERPAID")))).isEqualTo("Refused ORDERPAID");
    assertThat(word(read(CLOSE, 404, error("ORDER_NOT_EXIST"))))
        .isEqualTo("NotYet ORDER_NOT_EXIST");
    Reply bare = new Reply(204, Map.of(), new byte[0], Verdicts.NOW);
    assertThat(word(ASKER.read(CLOSE, bare))).isEqualTo("Unclear");
  }

  @Test
  void refundIsAcceptedAndThenAskedFor() {
    Event accepted = fact(read(REFUND, 200, REFUND_OBJECT));
    assertThat(accepted.status()).isEqualTo(EventStatus.REFUND_PROCESSING);
    assertThat(accepted.refund()).isEqualTo(cny(2000));
    assertThat(accepted.refundedTotal()).isNull();
    assertThat(accepted.providerRefundNo()).isEqualTo("5000");
    for (String status : List.of("SUCCESS", "CLOSED", "ABNORMAL", "PROCESSING")) {
      String object = REFUND_OBJECT.replace("\"PROCESSING\"", "\"" + status + "\"");
      assertThat(word(read(REFUND_STATE, 200, object))).isEqualTo("Facts REFUND_" + status);
    }
    assertThat(word(read(REFUND_STATE, 200, REFUND_OBJECT.replace("PROCESSING", "ODD"))))
        .isEqualTo("Unclear");
  }

  @Test
  void onlyRefusalsThatStandAreRefusals() {
    assertThat(word(read(REFUND, 400, error("INVALID_REQUEST"))))
        .isEqualTo("Refused INVALID_REQUEST");
    assertThat(word(read(REFUND, 403, error("NOT_ENOUGH")))).isEqualTo("NotYet NOT_ENOUGH");
    for (String ours : List.of("SIGN_ERROR", "NO_AUTH", "SYSTEM_ERROR", "NEW_WORD")) {
      assertThat(word(read(REFUND, 400, error(ours)))).isEqualTo("Unclear");
    }
    for (int status : List.of(202, 302, 429, 500, 502, 503)) {
      assertThat(word(read(REFUND, status, error("INVALID_REQUEST")))).isEqualTo("Unclear");
      assertThat(word(read(REFUND, status, REFUND_OBJECT))).isEqualTo("Unclear");
    }
  }

  @Test
  void unsealedErrorsAreNoAnswer() {
    for (Question question : List.of(PAYMENT, CLOSE, REFUND, REFUND_STATE)) {
      for (String code : List.of("ORDER_NOT_EXIST", "RESOURCE_NOT_EXISTS", "INVALID_REQUEST")) {
        assertThat(word(ASKER.read(question, Findings.reply(404, error(code)))))
            .isEqualTo("Unclear");
      }
    }
  }

  @Test
  void forgedLateOrAlteredAnswerIsUnclear() {
    byte[] body = Sealed.PAYMENT.getBytes(UTF_8);
    long now = Verdicts.NOW.getEpochSecond();
    var key = TestKeys.PROVIDER.getPrivate();
    assertThat(word(reply(body, Sealed.headers(body, key, Sealed.SERIAL, now))))
        .isEqualTo("Facts PAID");
    assertThat(
            word(reply(body, Sealed.headers(body, TestKeys.NEXT.getPrivate(), Sealed.SERIAL, now))))
        .isEqualTo("Unclear");
    assertThat(word(reply(body, Sealed.headers(body, key, Sealed.SERIAL, now - 301))))
        .isEqualTo("Unclear");
    assertThat(word(reply(body, Sealed.headers(body, key, Sealed.SERIAL, now + 301))))
        .isEqualTo("Unclear");
    assertThat(word(reply(body, Sealed.headers(body, key, "PUB_KEY_ID_9", now))))
        .isEqualTo("Unclear");
    byte[] altered = Sealed.PAYMENT.replace("8880", "8881").getBytes(UTF_8);
    assertThat(word(reply(altered, Sealed.headers(body)))).isEqualTo("Unclear");
    for (String name : Sealed.headers(body).keySet()) {
      Map<String, List<String>> less = new HashMap<>(Sealed.headers(body));
      less.remove(name);
      assertThat(word(reply(body, less)))
          .as(name)
          .isEqualTo(name.equals("Wechatpay-Signature-Type") ? "Facts PAID" : "Unclear");
    }
  }

  private static Finding reply(byte[] body, Map<String, List<String>> headers) {
    return ASKER.read(PAYMENT, new Reply(200, headers, body, Verdicts.NOW));
  }

  @Test
  void foreignAnswerIsUnclear() {
    for (String foreign :
        List.of(
            Sealed.PAYMENT.replace("\"T1\"", "\"T2\""),
            Sealed.PAYMENT.replace("1900000100", "1900000999"),
            Sealed.PAYMENT.replace("\"mchid\":\"1900000100\",", ""),
            Sealed.PAYMENT.replace("wx2421b1c4370ec43b", "wx0000000000000000"))) {
      assertThat(word(read(PAYMENT, 200, foreign))).as(foreign).isEqualTo("Unclear");
    }
    for (String foreign :
        List.of(
            REFUND_OBJECT.replace("\"R1\"", "\"R2\""),
            REFUND_OBJECT.replace("\"T1\"", "\"T2\""),
            REFUND_OBJECT.replace("\"4200\"", "\"4201\""))) {
      assertThat(word(read(REFUND, 200, foreign))).as(foreign).isEqualTo("Unclear");
      assertThat(word(read(REFUND_STATE, 200, foreign))).as(foreign).isEqualTo("Unclear");
    }
    String more = REFUND_OBJECT.replace("\"refund\":2000", "\"refund\":2001");
    assertThat(word(read(REFUND, 200, more))).isEqualTo("Unclear");
  }

  @Test
  void nothingThatComesBackThrows() {
    for (String junk :
        List.of("", "null", "[]", "{}", "<xml/>", "{\"out_trade_no\":1}", "{\"a\":1,\"a\":2}")) {
      for (Question question : List.of(PAYMENT, CLOSE, REFUND, REFUND_STATE)) {
        assertThat(word(read(question, 200, junk))).isEqualTo("Unclear");
        assertThat(word(read(question, 400, junk))).isEqualTo("Unclear");
      }
    }
    Random random = new Random(11);
    for (int i = 0; i < 500; i++) {
      byte[] body = Sealed.PAYMENT.getBytes(UTF_8);
      body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      assertThat(word(reply(body, Sealed.headers(body)))).isNotBlank();
    }
  }

  @Test
  void withoutKeyAndSerialNothingIsAsked() {
    assertThat(Verdicts.open(Sealed.SETTINGS).asker()).isEmpty();
    assertThat(Verdicts.open(Verdicts.without(SETTINGS, "merchant-serial")).asker()).isEmpty();
    Asker partner = Findings.asker(with(SETTINGS, "sub-merchant-ids", List.of("1900000101")));
    assertThat(partner.canAsk(REFUND)).isFalse();
    assertThatThrownBy(() -> partner.ask(REFUND, Verdicts.NOW, NONCE))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
