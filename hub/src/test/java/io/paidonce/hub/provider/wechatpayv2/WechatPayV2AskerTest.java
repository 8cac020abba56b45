package io.paidonce.hub.provider.wechatpayv2;

import static io.paidonce.hub.provider.Findings.fact;
import static io.paidonce.hub.provider.Findings.reply;
import static io.paidonce.hub.provider.Findings.word;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.binarywang.wxpay.util.SignUtils;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.Findings;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Question;
import io.paidonce.hub.provider.Verdicts;
import io.paidonce.hub.provider.Xml;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WechatPayV2AskerTest {

  private static final String KEY = "7Qm2Wn9Er4Tb8Yv3Uc6Ix1Oz5Pa0SdFg";
  private static final String NONCE = "5d2b6c2a8db53831f7eda20af46e531c";
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "provider",
          "wechatpay-v2",
          "merchant-id",
          "10000100",
          "app-ids",
          List.of("wx2421b1c4370ec43b"),
          "api-key",
          KEY);
  private static final Asker ASKER = Findings.asker(SETTINGS);
  private static final Question PAYMENT = new Question.Payment("T1");
  private static final Question REFUND = new Question.RefundState("T1", "4200", "R1");

  private static Map<String, String> answer(String... pairs) {
    Map<String, String> elements = new LinkedHashMap<>();
    elements.put("return_code", "SUCCESS");
    elements.put("result_code", "SUCCESS");
    elements.put("appid", "wx2421b1c4370ec43b");
    elements.put("mch_id", "10000100");
    elements.put("nonce_str", NONCE);
    elements.put("out_trade_no", "T1");
    for (int i = 0; i < pairs.length; i += 2) {
      elements.put(pairs[i], pairs[i + 1]);
    }
    return elements;
  }

  private static Map<String, String> paid() {
    return answer(
        "trade_state", "SUCCESS",
        "transaction_id", "4200",
        "total_fee", "8880",
        "fee_type", "CNY",
        "time_end", "20260301100005");
  }

  private static Map<String, String> refunded() {
    return answer(
        "transaction_id", "4200",
        "total_fee", "8880",
        "refund_count", "1",
        "out_refund_no_0", "R1",
        "refund_id_0", "5000",
        "refund_fee_0", "2000",
        "refund_status_0", "SUCCESS",
        "refund_success_time_0", "2026-03-02 11:00:00");
  }

  private static String signed(Map<String, String> elements) {
    Map<String, String> all = new LinkedHashMap<>(elements);
    all.put("sign", SignUtils.createSign(all, "HMAC-SHA256", KEY, new String[0]));
    return Xml.write(all, "xml");
  }

  private static String read(Question question, Map<String, String> elements) {
    return word(ASKER.read(question, reply(200, signed(elements))));
  }

  private static Map<String, String> with(Map<String, String> elements, String name, String text) {
    Map<String, String> changed = new LinkedHashMap<>(elements);
    changed.put(name, text);
    return changed;
  }

  @Test
  void callsAreSignedAsTheirLibraryChecksThem() throws NotBelieved {
    for (Question question : List.of(PAYMENT, REFUND)) {
      var call = ASKER.ask(question, Verdicts.NOW, NONCE);
      Map<String, String> elements = Xml.flat(call.body(), "xml");
      assertThat(SignUtils.checkSign(new HashMap<>(elements), "HMAC-SHA256", KEY)).isTrue();
      assertThat(elements).containsEntry("mch_id", "10000100").containsEntry("nonce_str", NONCE);
    }
    assertThat(ASKER.ask(REFUND, Verdicts.NOW, NONCE).uri())
        .hasToString("https://api.mch.weixin.qq.com/pay/refundquery");
  }

  @Test
  void onlyQueriesAreAsked() {
    Question close = new Question.Close("T1");
    assertThat(ASKER.canAsk(close)).isFalse();
    assertThatThrownBy(() -> ASKER.ask(close, Verdicts.NOW, NONCE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void factsOfTheQueries() {
    Event payment = fact(ASKER.read(PAYMENT, reply(200, signed(paid()))));
    assertThat(payment.status()).isEqualTo(EventStatus.PAID);
    assertThat(payment.evidence()).isEqualTo(Evidence.QUERY);
    assertThat(payment.total()).isEqualTo(new Money(8880, "CNY"));
    Event refund = fact(ASKER.read(REFUND, reply(200, signed(refunded()))));
    assertThat(refund.status()).isEqualTo(EventStatus.REFUND_SUCCESS);
    assertThat(refund.refund()).isEqualTo(new Money(2000, "CNY"));
    assertThat(refund.occurredAt()).isEqualTo("2026-03-02T03:00:00Z");
    assertThat(read(PAYMENT, with(paid(), "trade_state", "REFUND"))).isEqualTo("Facts PAID");
    assertThat(read(PAYMENT, answer("trade_state", "CLOSED"))).isEqualTo("Facts CLOSED");
  }

  @Test
  void whatIsNotFinalIsNoFact() { // S31
    assertThat(read(PAYMENT, answer("trade_state", "NOTPAY"))).isEqualTo("NotYet NOTPAY");
    assertThat(read(PAYMENT, answer("trade_state", "ODD"))).isEqualTo("Unclear");
    Map<String, String> failed = answer("result_code", "FAIL");
    assertThat(read(PAYMENT, with(failed, "err_code", "ORDERNOTEXIST")))
        .isEqualTo("NotYet ORDERNOTEXIST");
    assertThat(read(PAYMENT, with(failed, "err_code", "SYSTEMERROR"))).isEqualTo("Unclear");
    assertThat(read(REFUND, with(failed, "err_code", "REFUNDNOTEXIST")))
        .isEqualTo("NotYet REFUNDNOTEXIST");
  }

  @Test
  void foreignForgedOrUnsignedAnswerIsUnclear() {
    assertThat(read(PAYMENT, with(paid(), "out_trade_no", "T2"))).isEqualTo("Unclear");
    assertThat(read(PAYMENT, with(paid(), "mch_id", "10000101"))).isEqualTo("Unclear");
    assertThat(read(REFUND, with(refunded(), "out_refund_no_0", "R2"))).isEqualTo("Unclear");
    assertThat(read(REFUND, with(refunded(), "transaction_id", "4201"))).isEqualTo("Unclear");
    String good = signed(paid());
    for (String bad :
        List.of(
            good.replace("8880", "8881"),
            Xml.write(paid(), "xml"),
            "<xml><return_code>FAIL</return_code></xml>",
            "<!DOCTYPE xml [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + good,
            "")) {
      assertThat(word(ASKER.read(PAYMENT, reply(200, bad)))).as(bad).isEqualTo("Unclear");
    }
    assertThat(word(ASKER.read(PAYMENT, reply(500, good)))).isEqualTo("Unclear");
  }
}
