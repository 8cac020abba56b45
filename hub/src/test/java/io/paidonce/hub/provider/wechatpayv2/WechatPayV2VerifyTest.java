package io.paidonce.hub.provider.wechatpayv2;

import static io.paidonce.hub.provider.Verdicts.event;
import static io.paidonce.hub.provider.Verdicts.events;
import static io.paidonce.hub.provider.Verdicts.open;
import static io.paidonce.hub.provider.Verdicts.reason;
import static io.paidonce.hub.provider.Verdicts.refused;
import static io.paidonce.hub.provider.Verdicts.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.Answers;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Vectors;
import io.paidonce.hub.provider.Verdict;
import io.paidonce.hub.provider.Verdicts;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WechatPayV2VerifyTest {

  private static final ProviderChannel CHANNEL = open(SignedXml.SETTINGS);
  private static final ProviderChannel OF_BOTH =
      open(with(SignedXml.SETTINGS, "sign-type", List.of("HMAC-SHA256", "MD5")));
  private static final ProviderChannel OF_MD5 = open(with(SignedXml.SETTINGS, "sign-type", "MD5"));

  private static String vectorXml() {
    StringBuilder xml = new StringBuilder("<xml>");
    for (String pair : Vectors.text("WX2_NOTIFY_CANON").split("&", -1)) {
      String[] halves = pair.split("=", 2);
      xml.append("<" + halves[0] + "><![CDATA[" + halves[1] + "]]></" + halves[0] + ">");
    }
    return xml.append("</xml>").toString();
  }

  private static String vectorXml(String sign) {
    return vectorXml().replace("</xml>", "<sign>" + sign + "</sign></xml>");
  }

  @Test
  void md5VectorIsGenuineOnlyWhereMd5IsAllowed() { // S10, S11
    String xml = vectorXml(Vectors.text("WX2_NOTIFY_MD5"));
    Event event = event(OF_MD5.verify(SignedXml.request(xml)));
    assertThat(event.status()).isEqualTo(EventStatus.PAID);
    assertThat(event.total()).isEqualTo(new Money(8880, "CNY"));
    assertThat(event.merchant()).hasToString("wechatpay:10000100");
    assertThat(event.occurredAt()).isEqualTo(Instant.parse("2026-03-01T02:00:05Z"));
    assertThat(events(OF_BOTH.verify(SignedXml.request(xml)))).hasSize(1);
    assertThat(reason(CHANNEL.verify(SignedXml.request(xml)))).isEqualTo(Refusal.ALGORITHM);
  }

  @Test
  void hmacVectorIsGenuine() {
    String sign = "B659028150BDA3FE0F5D76D4F880E3035F00E5A35ED92F3320E9D37445EF969D";
    String xml = vectorXml(sign).replace("<sign>", "<sign_type>HMAC-SHA256</sign_type><sign>");
    assertThat(events(CHANNEL.verify(SignedXml.request(xml)))).hasSize(1);
    assertThat(reason(OF_MD5.verify(SignedXml.request(xml)))).isEqualTo(Refusal.ALGORITHM);
  }

  @Test
  void officialDigestVectorsAreOurs() {
    String text =
        "appid=wxd930ea5d5a258f4f&body=test&device_info=1000&mch_id=10000100"
            + "&nonce_str=ibuaiVcKdpRxkhJA&key="
            + SignedXml.KEY;
    byte[] key = SignedXml.KEY.getBytes(UTF_8);
    assertThat(DigestAlgorithm.MD5.digest(key, text.getBytes(UTF_8)))
        .asHexString()
        .isEqualTo(Vectors.text("WX2_MD5"));
    assertThat(DigestAlgorithm.HMAC_SHA256.digest(key, text.getBytes(UTF_8)))
        .asHexString()
        .isEqualTo(Vectors.text("WX2_HMAC"));
  }

  @Test
  void algorithmIsNamedOrToldByLengthAmongTheAllowed() { // C11
    SignedXml silent = SignedXml.payment();
    SignedXml named = silent.with("sign_type", "HMAC-SHA256");
    for (ProviderChannel channel : List.of(OF_BOTH, CHANNEL)) {
      assertThat(events(channel.verify(silent.byHmac()))).hasSize(1);
      assertThat(events(channel.verify(named.byHmac()))).hasSize(1);
    }
    assertThat(events(OF_BOTH.verify(silent.byMd5()))).hasSize(1);
    assertThat(reason(CHANNEL.verify(silent.byMd5()))).isEqualTo(Refusal.ALGORITHM);
    assertThat(reason(OF_BOTH.verify(named.byMd5()))).isEqualTo(Refusal.SIGNATURE);
    assertThat(reason(OF_BOTH.verify(silent.with("sign_type", "SM3").byMd5())))
        .isEqualTo(Refusal.ALGORITHM);
    String lower = silent.hmac().toLowerCase(Locale.ROOT);
    assertThat(events(CHANNEL.verify(SignedXml.request(silent.xml(lower))))).hasSize(1);
  }

  @Test
  void messageCannotDowngradeToMd5() { // S10, S11
    SignedXml asksForMd5 = SignedXml.payment().with("sign_type", "MD5");
    assertThat(reason(CHANNEL.verify(asksForMd5.byMd5()))).isEqualTo(Refusal.ALGORITHM);
    assertThat(reason(CHANNEL.verify(asksForMd5.byHmac()))).isEqualTo(Refusal.ALGORITHM);
  }

  @Test
  void unsignedIsRefusedInAllShapes() { // C12, S7
    SignedXml form = SignedXml.payment();
    List<String> shapes =
        List.of(
            "<xml><out_trade_no>T1</out_trade_no><total_fee>1</total_fee></xml>",
            "<xml></xml>",
            form.unsigned(),
            form.without("return_code").unsigned(),
            form.without("appid").without("mch_id").unsigned(),
            form.xml(""),
            form.xml(" "),
            form.xml("null"));
    for (String shape : shapes) {
      assertThat(reason(CHANNEL.verify(SignedXml.request(shape)))).isEqualTo(Refusal.UNSIGNED);
    }
    assertThat(reason(CHANNEL.verify(form.without("return_code").byHmac())))
        .isEqualTo(Refusal.MALFORMED);
    assertThat(reason(CHANNEL.verify(form.with("return_code", "FAIL").byHmac())))
        .isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void elementsThatWereNotSignedAreRefused() { // C2
    SignedXml form = SignedXml.payment();
    String added = form.xml(form.hmac()).replace("</xml>", "<merchant_id>7</merchant_id></xml>");
    assertThat(reason(CHANNEL.verify(SignedXml.request(added)))).isEqualTo(Refusal.SIGNATURE);
    String empty = form.xml(form.hmac()).replace("</xml>", "<attach></attach></xml>");
    assertThat(events(CHANNEL.verify(SignedXml.request(empty)))).hasSize(1);
  }

  @Test
  void couponPaymentIsSignedAsItCameAndComparedByItsTotal() { // C9, C72, S26
    SignedXml form =
        SignedXml.payment()
            .with("total_fee", "26900")
            .with("cash_fee", "26842")
            .with("settlement_total_fee", "26842")
            .with("coupon_fee", "58")
            .with("coupon_count", "1")
            .with("coupon_fee_0", "58")
            .with("coupon_id_0", "123");
    assertThat(event(CHANNEL.verify(form.byHmac())).total()).isEqualTo(new Money(26900, "CNY"));
  }

  @Test
  void blanksTextAndEntitiesAreSignedAsRead() { // S5
    SignedXml form = SignedXml.payment().with("attach", " 测试 + & = % <b> ").with("x", "  ");
    assertThat(events(CHANNEL.verify(form.byHmac()))).hasSize(1);
    String escaped =
        form.xml(form.hmac())
            .replace("<![CDATA[ 测试 + & = % <b> ]]>", " &#27979;试 + &amp; = % &lt;b&gt; ");
    assertThat(events(CHANNEL.verify(SignedXml.request(escaped)))).hasSize(1);
  }

  @Test
  void truncatedAndExtendedSignaturesAreRefused() { // S14
    SignedXml form = SignedXml.payment();
    String sign = form.hmac();
    for (String other :
        List.of(sign.substring(0, 63), sign.substring(0, 32), sign + "0", " " + sign, "0" + sign)) {
      assertThat(OF_BOTH.verify(SignedXml.request(form.xml(other))))
          .isInstanceOf(Verdict.Refused.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"mch_id, 10000999", "appid, wx000", "sub_mch_id, 10000101"})
  void genuineNotificationOfAnotherMerchantIsRefused(String field, String foreign) { // S25
    assertThat(reason(CHANNEL.verify(SignedXml.payment().with(field, foreign).byHmac())))
        .isEqualTo(Refusal.IDENTITY);
    SignedXml without = SignedXml.payment().without(field);
    if (!field.startsWith("sub")) {
      assertThat(reason(CHANNEL.verify(without.byHmac()))).isEqualTo(Refusal.IDENTITY);
    }
  }

  @Test
  void subMerchantsAreAcceptedWhenConfigured() {
    ProviderChannel partner = open(with(SignedXml.SETTINGS, "sub-merchant-ids", "10000101"));
    SignedXml form = SignedXml.payment().with("sub_mch_id", "10000101");
    assertThat(events(partner.verify(form.byHmac()))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"JPY, 80", "KRW, 1000", "USD, 1"})
  void feeTypeIsTheCurrency(String currency, String fee) { // C74
    SignedXml form = SignedXml.payment().with("fee_type", currency).with("total_fee", fee);
    assertThat(event(CHANNEL.verify(form.byHmac())).total())
        .isEqualTo(new Money(Long.parseLong(fee), currency));
    assertThat(event(CHANNEL.verify(form.without("fee_type").byHmac())).total())
        .isEqualTo(new Money(Long.parseLong(fee), "CNY"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"88.80", "-1", "1e3", "", " 1", "１０", "12345678901234567890"})
  void signedButUnreadableAmountsAreMalformed(String fee) { // C76
    assertThat(reason(CHANNEL.verify(SignedXml.payment().with("total_fee", fee).byHmac())))
        .isEqualTo(Refusal.MALFORMED);
    assertThat(reason(CHANNEL.verify(SignedXml.payment().with("fee_type", "XXY").byHmac())))
        .isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void anythingButSuccessIsAskedAbout() { // S31
    SignedXml failed = SignedXml.payment().with("result_code", "FAIL").without("total_fee");
    assertThat(event(CHANNEL.verify(failed.byHmac())).status()).isEqualTo(EventStatus.UNKNOWN);
    SignedXml state = SignedXml.payment().with("trade_state", "PAYERROR");
    assertThat(event(CHANNEL.verify(state.byHmac())).status()).isEqualTo(EventStatus.UNKNOWN);
    assertThat(reason(CHANNEL.verify(SignedXml.payment().without("result_code").byHmac())))
        .isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void agreementsAreNotices() {
    SignedXml form =
        new SignedXml(
            Map.of(
                "return_code", "SUCCESS",
                "result_code", "SUCCESS",
                "mch_id", SignedXml.MERCHANT,
                "contract_id", "Wx15463511252015071056489715",
                "change_type", "ADD",
                "operate_time", "2026-03-01 10:00:00"));
    Event event = event(CHANNEL.verify(form.byHmac()));
    assertThat(event.kind()).isEqualTo(EventKind.NOTICE);
    assertThat(event.noticeId()).isEqualTo("contract.ADD:Wx15463511252015071056489715");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":1}", "a=1&b=2"})
  void otherDialectsAreAnsweredInTheirs(String body) { // C19
    Verdict.Refused refused = refused(CHANNEL.verify(SignedXml.request(body)));
    assertThat(refused.reason()).isEqualTo(Refusal.WRONG_PROTOCOL);
    assertThat(refused.answers()).isEqualTo(Answers.ofSender(body.getBytes(UTF_8)));
    Verdict.Refused empty = refused(CHANNEL.verify(Verdicts.request(new byte[0])));
    assertThat(empty.answers()).isEqualTo(Answers.WECHATPAY_V2);
  }
}
