package io.paidonce.hub.provider.alipay;

import static io.paidonce.hub.provider.Verdicts.event;
import static io.paidonce.hub.provider.Verdicts.events;
import static io.paidonce.hub.provider.Verdicts.open;
import static io.paidonce.hub.provider.Verdicts.reason;
import static io.paidonce.hub.provider.Verdicts.refused;
import static io.paidonce.hub.provider.Verdicts.request;
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
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlipayVerifyTest {

  private static final ProviderChannel CHANNEL = open(SignedForm.SETTINGS);
  private static final ProviderChannel OF_VECTORS =
      open(with(SignedForm.SETTINGS, "alipay-public-key", Vectors.text("ALI_PUB")));

  private static Verdict verify(SignedForm form) {
    return CHANNEL.verify(form.request());
  }

  private static Verdict verifyVector(String body) {
    return OF_VECTORS.verify(SignedForm.request(body));
  }

  @Test
  void utf8VectorIsGenuine() {
    Event event = event(OF_VECTORS.verify(request(Vectors.bytes("ALI_UTF8_BODY"))));
    assertThat(event.status()).isEqualTo(EventStatus.PAID);
    assertThat(event.outTradeNo()).isEqualTo("T202603010001");
    assertThat(event.tradeNo()).isEqualTo("2026030122001400001234567890");
    assertThat(event.total()).isEqualTo(new Money(8880, "CNY"));
    assertThat(event.occurredAt()).isEqualTo(Instant.parse("2026-03-01T02:00:05Z"));
    assertThat(event.merchant()).hasToString("alipay:" + SignedForm.SELLER);
  }

  @Test
  void gbkVectorIsGenuineAndOnlyAsGbk() {
    String gbk = Vectors.text("ALI_GBK_BODY");
    assertThat(events(verifyVector(gbk))).hasSize(1);
    assertThat(reason(verifyVector(gbk.replace("charset=GBK", "charset=utf-8"))))
        .isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void refundVectorIsGenuine() {
    StringBuilder body = new StringBuilder("sign_type=RSA2&sign=");
    body.append(URLEncoder.encode(Vectors.text("ALI_REFUND_SIGN"), UTF_8));
    for (String pair : Vectors.text("ALI_REFUND_CANON").split("&", -1)) {
      String[] halves = pair.split("=", 2);
      body.append('&').append(halves[0]).append('=').append(URLEncoder.encode(halves[1], UTF_8));
    }
    Event event = event(verifyVector(body.toString()));
    assertThat(event.status()).isEqualTo(EventStatus.REFUND_SUCCESS);
    assertThat(event.refundNo()).isEqualTo("R202603020001");
    assertThat(event.refundedTotal()).isEqualTo(new Money(2000, "CNY"));
    assertThat(event.refund()).isNull();
    assertThat(event.occurredAt()).isEqualTo(Instant.parse("2026-03-02T03:00:00.123Z"));
  }

  @Test
  void changedCharacterInAnyValueOfTheVectorIsRefused() {
    String body = Vectors.text("ALI_UTF8_BODY");
    for (int end = body.indexOf('&'); end > 0; end = body.indexOf('&', end + 1)) {
      char last = body.charAt(end - 1);
      if (last != '=') {
        char other = last == '7' ? '8' : '7';
        String changed = body.substring(0, end - 1) + other + body.substring(end);
        assertThat(verifyVector(changed)).as("until %s", end).isInstanceOf(Verdict.Refused.class);
      }
    }
  }

  @Test
  void vectorDecodedTwiceIsRefused() { // C4
    String body = Vectors.text("ALI_UTF8_BODY");
    StringBuilder twice = new StringBuilder();
    for (String pair : body.split("&", -1)) {
      String[] halves = pair.split("=", 2);
      String once = URLDecoder.decode(halves[1], UTF_8).replace("%", "%25");
      String decodedAgain = once.replace('+', ' ').replace("&", "%26");
      twice.append(halves[0]).append('=').append(decodedAgain).append('&');
    }
    assertThat(verifyVector(twice.toString())).isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void signatureOverSignTypeOrOverBlanksIsRefused() {
    SignedForm form = SignedForm.payment().with("body", "");
    assertThat(events(verify(form))).hasSize(1);
    assertThat(reason(verify(form.asMessage()))).isEqualTo(Refusal.SIGNATURE);
    String withBlank = form.canonical().replace("&charset=", "&body=&charset=");
    String sign = TestKeys.sign(form.key(), withBlank.getBytes(UTF_8));
    assertThat(reason(CHANNEL.verify(SignedForm.request(form.bodySigned(sign)))))
        .isEqualTo(Refusal.SIGNATURE);
  }

  @Test
  void onlyTheBodyIsSignedContent() { // C2, S4
    SignedForm form = SignedForm.payment();
    assertThat(events(verify(form))).hasSize(1);
    NotifyRequest added = SignedForm.request(form.body() + "&tenant=7");
    assertThat(reason(CHANNEL.verify(added))).isEqualTo(Refusal.SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/xml", "application/json", "multipart/form-data", ""})
  void contentTypeAndHostChangeNothing(String contentType) { // S4, S12
    Map<String, List<String>> headers =
        Map.of(
            "Content-Type", List.of(contentType),
            "Host", List.of("localhost"),
            "X-Forwarded-Host", List.of("127.0.0.1"));
    byte[] good = SignedForm.payment().body().getBytes(UTF_8);
    byte[] bad = SignedForm.payment().bodySigned("AAAA").getBytes(UTF_8);
    assertThat(events(CHANNEL.verify(new NotifyRequest(headers, good, Verdicts.NOW)))).hasSize(1);
    assertThat(reason(CHANNEL.verify(new NotifyRequest(headers, bad, Verdicts.NOW))))
        .isEqualTo(Refusal.SIGNATURE);
  }

  @Test
  void duplicateParametersAreRefused() { // S4
    String body = SignedForm.payment().body();
    for (String again :
        List.of("trade_status=TRADE_SUCCESS", "charset=utf-8", "sign=x", "x=1&x=1")) {
      assertThat(reason(CHANNEL.verify(SignedForm.request(body + "&" + again))))
          .isEqualTo(Refusal.MALFORMED);
    }
  }

  @Test
  void plusAndPercentSurviveExactlyOneDecoding() { // C4
    SignedForm form =
        SignedForm.payment()
            .with("subject", "VIP+")
            .with("passback_params", "%7B%22id%22%3A1%7D")
            .with("body", "a & b = c 100% + d");
    assertThat(form.body()).contains("subject=VIP%2B", "passback_params=%257B%2522id%2522");
    assertThat(events(verify(form))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%4", "%zz", "%-1", "abc%", "%4%31", "%\u0661\u0662"})
  void malformedPercentSequencesAreRefused(String value) {
    String body = SignedForm.payment().body() + "&x=" + value;
    assertThat(reason(CHANNEL.verify(SignedForm.request(body)))).isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void unknownFieldsAndJsonTextAreSignedAsTheyCame() { // C7, S5
    SignedForm form =
        SignedForm.payment()
            .with("voucher_detail_list", "[{\"voucherId\":\"1\",\"amount\":\"1.00\",\"x\":\"y\"}]")
            .with("fund_bill_list", "[{\"amount\":\"0.01\",\"fundChannel\":\"ALIPAYACCOUNT\"}]")
            .with("new_field", "abc")
            .with("subject", "测试 😀 <b>&quot;</b>");
    assertThat(events(verify(form))).hasSize(1);
    NotifyRequest escaped = SignedForm.request(form.body().replace("%22", "%26quot%3B"));
    assertThat(reason(CHANNEL.verify(escaped))).isEqualTo(Refusal.SIGNATURE); // C1
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "utf-8", "GBK", "gbk", "gb2312", "GB18030"})
  void everyCharsetOfAlipayIsRead(String charset) { // S5
    SignedForm form = SignedForm.payment().in(charset).with("subject", "测试商品+A&B");
    byte[] body = form.body().getBytes(Charset.forName("US-ASCII"));
    assertThat(events(CHANNEL.verify(request(body)))).hasSize(1);
  }

  @Test
  void otherCharsetsAreRefused() {
    SignedForm form = SignedForm.payment().in("UTF-16");
    assertThat(reason(CHANNEL.verify(SignedForm.request(form.body()))))
        .isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void algorithmIsPinned() { // C6, S10
    SignedForm form = SignedForm.payment().with("sign_type", "RSA");
    String sha1 = TestKeys.sign("SHA1withRSA", form.key(), form.canonical().getBytes(UTF_8));
    assertThat(reason(CHANNEL.verify(SignedForm.request(form.bodySigned(sha1)))))
        .isEqualTo(Refusal.ALGORITHM);
    assertThat(reason(verify(form))).isEqualTo(Refusal.ALGORITHM);
    SignedForm named = SignedForm.payment();
    String hidden = TestKeys.sign("SHA1withRSA", form.key(), named.canonical().getBytes(UTF_8));
    assertThat(reason(CHANNEL.verify(SignedForm.request(named.bodySigned(hidden)))))
        .isEqualTo(Refusal.SIGNATURE);
  }

  @Test
  void messagesSignTheirSignTypeAndTradesDoNot() { // C6
    SignedForm message =
        SignedForm.payment()
            .without("notify_type")
            .without("seller_id")
            .with("msg_method", "alipay.fund.trans.order.changed")
            .with("biz_content", "{\"status\":\"SUCCESS\"}")
            .asMessage();
    Event event = event(verify(message));
    assertThat(event.status()).isEqualTo(EventStatus.NOTED);
    assertThat(event.noticeId())
        .isEqualTo("alipay.fund.trans.order.changed:2026030100222100006012345678901234");
    SignedForm wrongRule = new SignedForm(message.fields(), UTF_8, message.key(), false);
    assertThat(reason(verify(wrongRule))).isEqualTo(Refusal.SIGNATURE);
    for (String field : message.fields().keySet()) {
      String other = field.equals("charset") ? "GBK" : message.fields().get(field) + "x";
      String altered = message.with(field, other).bodySigned(message.sign());
      assertThat(CHANNEL.verify(SignedForm.request(altered)))
          .as(field)
          .isInstanceOf(Verdict.Refused.class);
    }
  }

  @Test
  void signedBrowserReturnIsNoNotification() { // S6
    SignedForm back =
        SignedForm.payment()
            .without("notify_id")
            .without("notify_type")
            .without("trade_status")
            .with("timestamp", "2026-03-01 10:00:06");
    assertThat(reason(verify(back))).isEqualTo(Refusal.MALFORMED);
    SignedForm withMethod = back.with("method", "alipay.trade.page.pay.return");
    assertThat(reason(verify(withMethod))).isEqualTo(Refusal.MALFORMED);
    assertThat(reason(verify(withMethod.asMessage()))).isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void missingOrEmptySignIsUnsigned() { // S7
    SignedForm form = SignedForm.payment();
    String body = form.body();
    String bare = body.substring(0, body.indexOf("&sign="));
    for (String unsigned : List.of(bare, bare + "&sign=", bare + "&sign", bare + "&sign=+")) {
      assertThat(reason(CHANNEL.verify(SignedForm.request(unsigned)))).isEqualTo(Refusal.UNSIGNED);
    }
    assertThat(reason(CHANNEL.verify(SignedForm.request(bare + "&sign=null"))))
        .isEqualTo(Refusal.SIGNATURE);
  }

  @Test
  void truncatedAndExtendedSignaturesAreRefused() { // S14
    SignedForm form = SignedForm.payment();
    String sign = form.sign();
    for (String other :
        List.of(
            sign.substring(0, 40),
            sign.substring(4),
            sign + "AAAA",
            sign + "," + sign,
            sign.replace("=", ""),
            "AAAA" + sign,
            sign + "\n",
            sign.substring(0, sign.length() - 4))) {
      assertThat(reason(CHANNEL.verify(SignedForm.request(form.bodySigned(other)))))
          .isEqualTo(Refusal.SIGNATURE);
    }
  }

  @Test
  void genuineNotificationOfAnotherMerchantIsRefused() { // S25
    for (String field : List.of("app_id", "seller_id")) {
      assertThat(reason(verify(SignedForm.payment().with(field, "2088999999999999"))))
          .isEqualTo(Refusal.IDENTITY);
      assertThat(reason(verify(SignedForm.payment().without(field)))).isEqualTo(Refusal.IDENTITY);
      assertThat(reason(verify(SignedForm.payment().with(field, " ")))).isEqualTo(Refusal.IDENTITY);
    }
    assertThat(reason(verify(SignedForm.payment().by(TestKeys.NEXT.getPrivate()))))
        .isEqualTo(Refusal.SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":\"1\"}", "  <xml></xml>", "<!DOCTYPE x>"})
  void otherDialectsAreAnsweredInTheirs(String body) { // C19
    Verdict.Refused refused = refused(CHANNEL.verify(SignedForm.request(body)));
    assertThat(refused.reason()).isEqualTo(Refusal.WRONG_PROTOCOL);
    assertThat(refused.answers()).isEqualTo(Answers.ofSender(body.getBytes(UTF_8)));
    assertThat(refused.answers()).isNotEqualTo(Answers.ALIPAY);
  }

  @Test
  void tooManyFieldsAreRefused() {
    assertThat(reason(CHANNEL.verify(SignedForm.request("a=1&".repeat(Form.FIELDS_MAX + 1)))))
        .isEqualTo(Refusal.MALFORMED);
    SignedForm form = SignedForm.payment();
    while (form.fields().size() + 1 < Form.FIELDS_MAX) {
      form = form.with("x" + form.fields().size(), "1");
    }
    assertThat(events(verify(form))).hasSize(1);
    assertThat(reason(verify(form.with("y", "1")))).isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void detailsHoldNoBodyAndNoKey() {
    Verdict.Refused refused =
        refused(verify(SignedForm.payment().with("app_id", "canary canary".repeat(9))));
    assertThat(refused.detail()).doesNotContain("canary").contains("117 characters");
  }
}
