package io.paidonce.hub.provider.alipay;

import static io.paidonce.hub.provider.Findings.fact;
import static io.paidonce.hub.provider.Findings.facts;
import static io.paidonce.hub.provider.Findings.reply;
import static io.paidonce.hub.provider.Findings.word;
import static io.paidonce.hub.provider.Verdicts.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.Call;
import io.paidonce.hub.provider.Finding;
import io.paidonce.hub.provider.Findings;
import io.paidonce.hub.provider.Question;
import io.paidonce.hub.provider.TestCertificates;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Vectors;
import io.paidonce.hub.provider.Verdicts;
import java.math.BigInteger;
import java.net.URLDecoder;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AlipayAskerTest {

  private static final String NONCE = "n".repeat(32);
  private static final Map<String, Object> SETTINGS =
      with(SignedForm.SETTINGS, "app-private-key", TestKeys.privateKey(TestKeys.MERCHANT));
  private static final Asker ASKER = Findings.asker(SETTINGS);

  private static final Question PAYMENT = new Question.Payment("T1");
  private static final Question CLOSE = new Question.Close("T1");
  private static final Question REFUND =
      new Question.Refund("T1", "2026", "R1", cny(2000), cny(8880), "no longer wanted, 100%+1");
  private static final Question REFUND_STATE = new Question.RefundState("T1", "2026", "R1");

  private static final String PAID =
      "{\"code\":\"10000\",\"msg\":\"Success\",\"out_trade_no\":\"T1\","
          + "\"send_pay_date\":\"2026-03-01 10:00:05\",\"total_amount\":\"88.80\","
          + "\"trade_no\":\"2026\",\"trade_status\":\"TRADE_SUCCESS\"}";
  private static final String REFUNDED =
      "{\"code\":\"10000\",\"msg\":\"Success\",\"out_trade_no\":\"T1\",\"trade_no\":\"2026\","
          + "\"fund_change\":\"Y\",\"refund_fee\":\"50.00\"}";
  private static final String REFUND_DONE =
      "{\"code\":\"10000\",\"msg\":\"Success\",\"out_trade_no\":\"T1\",\"trade_no\":\"2026\","
          + "\"out_request_no\":\"R1\",\"refund_amount\":\"20.00\",\"total_amount\":\"88.80\","
          + "\"refund_status\":\"REFUND_SUCCESS\"}";

  private static Money cny(long fen) {
    return new Money(fen, "CNY");
  }

  private static String answer(Question question, String node) {
    return answer(question, node, TestKeys.PROVIDER.getPrivate());
  }

  private static String answer(Question question, String node, PrivateKey key) {
    String name =
        question.fold(
            p -> "trade_query",
            c -> "trade_close",
            r -> "trade_refund",
            s -> "trade_fastpay_refund_query");
    return "{\"alipay_"
        + name
        + "_response\":"
        + node
        + ",\"sign\":\""
        + TestKeys.sign(key, node.getBytes(UTF_8))
        + "\"}";
  }

  private static Finding read(Question question, String node) {
    return ASKER.read(question, reply(200, answer(question, node)));
  }

  private static String failed(String subCode) {
    return "{\"code\":\"40004\",\"msg\":\"Business Failed\",\"sub_code\":\"" + subCode + "\"}";
  }

  @Test
  void callsAreSignedAsTheSdkChecksThem() throws AlipayApiException {
    for (Question question : List.of(PAYMENT, CLOSE, REFUND, REFUND_STATE)) {
      Call call = ASKER.ask(question, Verdicts.NOW, NONCE);
      assertThat(call.method()).isEqualTo("POST");
      assertThat(call.uri().getHost()).isEqualTo("openapi.alipay.com");
      Map<String, String> fields = fields(call);
      String sign = fields.remove("sign");
      String content = AlipaySignature.getSignContent(fields);
      assertThat(
              AlipaySignature.rsaCheck(
                  content, sign, TestKeys.publicKey(TestKeys.MERCHANT), "utf-8", "RSA2"))
          .isTrue();
      assertThat(fields)
          .containsEntry("timestamp", "2026-03-01 10:00:06")
          .containsEntry("app_id", SignedForm.APP)
          .containsEntry("sign_type", "RSA2")
          .doesNotContainKeys("app_cert_sn", "alipay_root_cert_sn");
    }
    assertThat(fields(ASKER.ask(REFUND, Verdicts.NOW, NONCE)))
        .containsEntry("method", "alipay.trade.refund")
        .containsEntry(
            "biz_content",
            "{\"out_trade_no\":\"T1\",\"refund_amount\":\"20.00\",\"out_request_no\":\"R1\","
                + "\"refund_reason\":\"no longer wanted, 100%+1\"}");
  }

  private static Map<String, String> fields(Call call) {
    Map<String, String> fields = new HashMap<>();
    String all = call.uri().getRawQuery() + "&" + new String(call.body(), UTF_8);
    for (String pair : all.split("&", -1)) {
      String[] halves = pair.split("=", 2);
      fields.put(halves[0], URLDecoder.decode(halves[1], UTF_8));
    }
    return fields;
  }

  @Test
  void certificateModeNamesBothCertificates() {
    X509Certificate root =
        TestCertificates.authority(
            "Root", TestKeys.NEXT.getPublic(), "Root", TestKeys.NEXT.getPrivate());
    X509Certificate alipay = leaf(7, TestKeys.PROVIDER.getPublic());
    X509Certificate app = leaf(8, TestKeys.MERCHANT.getPublic());
    Map<String, Object> settings =
        Verdicts.without(
            with(SETTINGS, "alipay-certificates", TestCertificates.pem(alipay)),
            "alipay-public-key");
    assertThatThrownBy(() -> Verdicts.open(settings))
        .hasMessageContaining("app-certificate: is missing");
    Map<String, Object> half = with(settings, "app-certificate", TestCertificates.pem(app));
    assertThatThrownBy(() -> Verdicts.open(half))
        .hasMessageContaining("alipay-root-certificate: is missing");
    Asker asker =
        Findings.asker(
            with(
                half,
                "alipay-root-certificate",
                TestCertificates.pem(root) + TestCertificates.pem(root)));
    String number = AlipayCertificates.number(root);
    assertThat(fields(asker.ask(PAYMENT, Verdicts.NOW, NONCE)))
        .containsEntry("app_cert_sn", AlipayCertificates.number(app))
        .containsEntry("alipay_root_cert_sn", number + "_" + number);
    String good = answer(PAYMENT, PAID);
    String named = good.replace(",\"sign\"", ",\"alipay_cert_sn\":\"%s\",\"sign\"");
    assertThat(
            word(
                asker.read(
                    PAYMENT, reply(200, named.formatted(AlipayCertificates.number(alipay))))))
        .isEqualTo("Facts PAID");
    assertThat(word(asker.read(PAYMENT, reply(200, named.formatted("0".repeat(32))))))
        .isEqualTo("Unclear");
  }

  private static X509Certificate leaf(int serial, java.security.PublicKey key) {
    return TestCertificates.leaf(
        "Leaf",
        BigInteger.valueOf(serial),
        key,
        Instant.parse("2031-04-01T00:00:00Z"),
        "Root",
        TestKeys.NEXT.getPrivate());
  }

  @Test
  void answerOfSomebodyElsesSignerIsBelieved() {
    Asker asker = Findings.asker(with(SETTINGS, "alipay-public-key", Vectors.text("ALI_PUB")));
    Event paid =
        fact(
            asker.read(
                new Question.Payment("T202603010001"),
                reply(200, Vectors.text("ALI_GW_RESPONSE"))));
    assertThat(paid.total()).isEqualTo(cny(8880));
    assertThat(paid.tradeNo()).isEqualTo("2026030122001400001234567890");
  }

  @Test
  void paidIsAFactOfTheQuery() {
    Event paid = fact(read(PAYMENT, PAID));
    assertThat(paid.kind()).isEqualTo(EventKind.PAYMENT);
    assertThat(paid.status()).isEqualTo(EventStatus.PAID);
    assertThat(paid.evidence()).isEqualTo(Evidence.QUERY);
    assertThat(paid.total()).isEqualTo(cny(8880));
    assertThat(paid.occurredAt()).isEqualTo("2026-03-01T02:00:05Z");
    assertThat(word(read(PAYMENT, PAID.replace("TRADE_SUCCESS", "TRADE_FINISHED"))))
        .isEqualTo("Facts PAID");
  }

  @Test
  void whatIsNotFinalIsNoFact() { // S31
    String waiting = PAID.replace("TRADE_SUCCESS", "WAIT_BUYER_PAY");
    assertThat(word(read(PAYMENT, waiting))).isEqualTo("NotYet WAIT_BUYER_PAY");
    assertThat(word(read(PAYMENT, failed("ACQ.TRADE_NOT_EXIST"))))
        .isEqualTo("NotYet TRADE_NOT_EXIST");
    assertThat(word(read(PAYMENT, PAID.replace("TRADE_SUCCESS", "TRADE_NEW_WORD"))))
        .isEqualTo("Unclear");
    assertThat(word(read(PAYMENT, failed("AQC.SYSTEM_ERROR")))).isEqualTo("Unclear");
    assertThat(word(read(PAYMENT, "{\"code\":\"20000\",\"sub_code\":\"isp.unknow-error\"}")))
        .isEqualTo("Unclear");
  }

  @Test
  void closedAfterItWasPaidIsPaidAndAllRefunded() {
    String closed = PAID.replace("TRADE_SUCCESS", "TRADE_CLOSED");
    List<Event> facts = facts(read(PAYMENT, closed));
    assertThat(facts)
        .extracting(Event::status)
        .containsExactly(EventStatus.PAID, EventStatus.REFUND_SUCCESS);
    assertThat(facts.get(1).refundedTotal()).isEqualTo(cny(8880));
    String neverPaid = closed.replace("\"send_pay_date\":\"2026-03-01 10:00:05\",", "");
    assertThat(word(read(PAYMENT, neverPaid))).isEqualTo("Facts CLOSED");
  }

  @Test
  void closeIsDoneOrImpossibleOrTooEarly() {
    String done = "{\"code\":\"10000\",\"out_trade_no\":\"T1\",\"trade_no\":\"2026\"}";
    assertThat(word(read(CLOSE, done))).isEqualTo("Facts CLOSED");
    assertThat(word(read(CLOSE, failed("ACQ.REASON_TRADE_STATUS_INVALID"))))
        .isEqualTo("Refused REASON_TRADE_STATUS_INVALID");
    assertThat(word(read(CLOSE, failed("ACQ.TRADE_NOT_EXIST"))))
        .isEqualTo("NotYet TRADE_NOT_EXIST");
    assertThat(word(read(CLOSE, failed("ACQ.SYSTEM_ERROR")))).isEqualTo("Unclear");
  }

  @Test
  void refundTellsItselfAndWhatWasRefundedInAll() {
    Event refund = fact(read(REFUND, REFUNDED));
    assertThat(refund.status()).isEqualTo(EventStatus.REFUND_SUCCESS);
    assertThat(refund.refundNo()).isEqualTo("R1");
    assertThat(refund.refund()).isEqualTo(cny(2000));
    assertThat(refund.refundedTotal()).isEqualTo(cny(5000));
    assertThat(word(read(REFUND, REFUNDED.replace("50.00", "19.99")))).isEqualTo("Unclear");
    assertThat(word(read(REFUND, REFUNDED.replace("50.00", "88.81")))).isEqualTo("Unclear");
  }

  @Test
  void refundThatMovedNothingIsToBeAskedFor() {
    assertThat(word(read(REFUND, REFUNDED.replace("\"Y\"", "\"N\"")))).isEqualTo("Unclear");
    assertThat(word(read(REFUND, REFUNDED.replace("\"fund_change\":\"Y\",", ""))))
        .isEqualTo("Unclear");
  }

  @Test
  void onlyRefusalsThatStandAreRefusals() {
    assertThat(word(read(REFUND, failed("ACQ.REFUND_FEE_ERROR"))))
        .isEqualTo("Refused REFUND_FEE_ERROR");
    assertThat(word(read(REFUND, failed("ACQ.SELLER_BALANCE_NOT_ENOUGH"))))
        .isEqualTo("NotYet SELLER_BALANCE_NOT_ENOUGH");
    for (String mayBeDone : List.of("TRADE_HAS_CLOSE", "SYSTEM_ERROR", "TRADE_STATUS_ERROR")) {
      assertThat(word(read(REFUND, failed("ACQ." + mayBeDone)))).isEqualTo("Unclear");
    }
  }

  @Test
  void refundIsFoundByItsNumberWithItsOwnAmount() {
    Event refund = fact(read(REFUND_STATE, REFUND_DONE));
    assertThat(refund.refundNo()).isEqualTo("R1");
    assertThat(refund.refund()).isEqualTo(cny(2000));
    assertThat(refund.refundedTotal()).isNull();
    String absent = REFUND_DONE.replace(",\"refund_status\":\"REFUND_SUCCESS\"", "");
    assertThat(word(read(REFUND_STATE, absent))).isEqualTo("NotYet no refund_status");
    assertThat(word(read(REFUND_STATE, REFUND_DONE.replace("REFUND_SUCCESS", "REFUND_ODD"))))
        .isEqualTo("Unclear");
  }

  @Test
  void foreignAnswerIsUnclear() {
    assertThat(word(read(PAYMENT, PAID.replace("\"T1\"", "\"T2\"")))).isEqualTo("Unclear");
    assertThat(word(read(PAYMENT, PAID.replace("{", "{\"seller_id\":\"2088000000000009\","))))
        .isEqualTo("Unclear");
    assertThat(word(read(REFUND, REFUNDED.replace("2026", "2027")))).isEqualTo("Unclear");
    assertThat(word(read(REFUND_STATE, REFUND_DONE.replace("\"R1\"", "\"R2\""))))
        .isEqualTo("Unclear");
    assertThat(word(ASKER.read(CLOSE, reply(200, answer(PAYMENT, PAID))))).isEqualTo("Unclear");
  }

  @Test
  void forgedOrUnsignedAnswerIsUnclear() {
    String good = answer(PAYMENT, PAID);
    assertThat(word(ASKER.read(PAYMENT, reply(200, good)))).isEqualTo("Facts PAID");
    for (String bad :
        List.of(
            answer(PAYMENT, PAID, TestKeys.NEXT.getPrivate()),
            good.replace("88.80", "88.00"),
            good.replace("\"msg\":\"Success\",", ""),
            good.replace("\"trade_no\":", "\"trade_no\": "),
            good.replaceFirst(",\"sign\":.*", "}"),
            good.replaceFirst("\"sign\":\"", "\"sign\":\"A"),
            "{\"alipay_trade_query_response\":" + failed("ACQ.TRADE_NOT_EXIST") + "}",
            "{\"error_response\":{\"code\":\"40002\",\"sub_code\":\"isv.invalid-signature\"}}")) {
      assertThat(word(ASKER.read(PAYMENT, reply(200, bad)))).as(bad).isEqualTo("Unclear");
    }
    assertThat(word(ASKER.read(PAYMENT, reply(503, good)))).isEqualTo("Unclear");
    assertThat(word(ASKER.read(PAYMENT, reply(302, good)))).isEqualTo("Unclear");
  }

  @Test
  void secondNodeOfTheSameNameIsNoWayIn() {
    String good = answer(PAYMENT, PAID);
    String lie = PAID.replace("88.80", "0.01");
    String name = "\"alipay_trade_query_response\":";
    for (String bad :
        List.of(
            good.replace("{" + name, "{" + name + lie + "," + name),
            good.replace(",\"sign\"", "," + name + lie + ",\"sign\""),
            good + good,
            "{\"x\":" + good + "}")) {
      assertThat(word(ASKER.read(PAYMENT, reply(200, bad)))).as(bad).isEqualTo("Unclear");
    }
  }

  @Test
  void bytesOfTheNodeAreFoundWhateverItHolds() {
    String odd =
        PAID.replace(
            "\"msg\":\"Success\"",
            "\"msg\":\"}\\\"{ 测试 \\u007d 😀\",\"list\":[{\"a\":[{}]}],  \"o\" : { }");
    String before = "{\"first\":{\"alipay_trade_query_response\":{\"code\":\"1\"}},  \"n\":[1,{}],";
    String whole =
        answer(PAYMENT, odd).replaceFirst("\\{", java.util.regex.Matcher.quoteReplacement(before));
    assertThat(word(ASKER.read(PAYMENT, reply(200, whole)))).isEqualTo("Facts PAID");
  }

  @Test
  void slashesMaySignAsIfTheyWereEscaped() {
    String sent = PAID.replace("Success", "a/b");
    String signed = sent.replace("/", "\\/");
    String whole = answer(PAYMENT, signed).replace(signed, sent);
    assertThat(word(ASKER.read(PAYMENT, reply(200, whole)))).isEqualTo("Facts PAID");
  }

  @Test
  void nothingThatComesBackThrows() {
    Random random = new Random(7);
    byte[] good = answer(PAYMENT, PAID).getBytes(UTF_8);
    for (int i = 0; i < 2000; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      Finding finding =
          ASKER.read(PAYMENT, new io.paidonce.hub.provider.Reply(200, Map.of(), bad, Verdicts.NOW));
      assertThat(word(finding)).isIn("Unclear", "Facts PAID");
    }
    for (String junk :
        List.of("", "null", "[]", "{}", "<html>", "{\"alipay_trade_query_response\":1}")) {
      assertThat(word(ASKER.read(PAYMENT, reply(200, junk)))).as(junk).isEqualTo("Unclear");
    }
  }

  @Test
  void withoutAPrivateKeyNothingIsAsked() {
    assertThat(Verdicts.open(SignedForm.SETTINGS).asker()).isEmpty();
  }
}
