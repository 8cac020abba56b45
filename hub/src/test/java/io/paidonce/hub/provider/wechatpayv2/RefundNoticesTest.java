package io.paidonce.hub.provider.wechatpayv2;

import static io.paidonce.hub.provider.Verdicts.event;
import static io.paidonce.hub.provider.Verdicts.open;
import static io.paidonce.hub.provider.Verdicts.reason;
import static io.paidonce.hub.provider.Verdicts.refused;
import static io.paidonce.hub.provider.Verdicts.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.Answers;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Vectors;
import io.paidonce.hub.provider.Verdict;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefundNoticesTest {

  private static final ProviderChannel CHANNEL = open(SignedXml.SETTINGS);
  private static final Map<String, Object> V3 =
      Map.of(
          "provider",
          "wechatpay",
          "merchant-id",
          SignedXml.MERCHANT,
          "app-ids",
          SignedXml.APP,
          "api-v3-key",
          "0123456789abcdef0123456789ABCDEF",
          "public-keys",
          Map.of("PUB_KEY_ID_1", TestKeys.publicKey(TestKeys.PROVIDER)));

  private static String vectorXml() {
    return SignedXml.refundXml("", SignedXml.KEY)
        .replaceFirst(
            "CDATA\\[[A-Za-z0-9+/=]{24}\\]", "CDATA[" + Vectors.text("WX2_REQ_INFO") + "]");
  }

  @Test
  void vectorIsARefundNeedingASecondSource() { // C79
    Event event = event(CHANNEL.verify(SignedXml.request(vectorXml())));
    assertThat(event.kind()).isEqualTo(EventKind.REFUND);
    assertThat(event.status()).isEqualTo(EventStatus.REFUND_SUCCESS);
    assertThat(event.evidence()).isEqualTo(Evidence.UNSIGNED_CALLBACK);
    assertThat(event.refundNo()).isEqualTo("R202603010001");
    assertThat(event.refund()).isEqualTo(new Money(3960, "CNY"));
    assertThat(event.total()).isEqualTo(new Money(8880, "CNY"));
    assertThat(event.refundedTotal()).isNull();
    assertThat(event.occurredAt()).isEqualTo(Instant.parse("2026-03-01T08:24:13Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS, REFUND_SUCCESS",
    "CHANGE, REFUND_ABNORMAL",
    "REFUNDCLOSE, REFUND_CLOSED",
    "PROCESSING, UNKNOWN"
  })
  void everyStatusHasItsWord(String theirs, EventStatus ours) { // S31
    String plain = SignedXml.REFUND.replace("SUCCESS", theirs);
    assertThat(event(CHANNEL.verify(SignedXml.refund(plain))).status()).isEqualTo(ours);
  }

  @Test
  void outerReturnCodeAndIdentityAreRequired() { // C79, S27
    String xml = SignedXml.refundXml(SignedXml.REFUND, SignedXml.KEY);
    assertThat(reason(CHANNEL.verify(SignedXml.request(xml.replace(">SUCCESS<", ">FAIL<")))))
        .isEqualTo(Refusal.MALFORMED);
    for (String ours : List.of(SignedXml.MERCHANT, SignedXml.APP)) {
      assertThat(reason(CHANNEL.verify(SignedXml.request(xml.replace(ours, "1")))))
          .isEqualTo(Refusal.IDENTITY);
    }
    String otherKey = SignedXml.refundXml(SignedXml.REFUND, "a".repeat(16) + "b".repeat(16));
    assertThat(reason(CHANNEL.verify(SignedXml.request(otherKey)))).isEqualTo(Refusal.DECRYPTION);
  }

  @Test
  void everyInnerFailureLooksTheSame() {
    String cipherKey = Vectors.text("WX2_MD5KEY");
    List<String> reqInfos =
        List.of(
            SignedXml.encrypt(SignedXml.REFUND, cipherKey.toUpperCase(Locale.ROOT)),
            SignedXml.encrypt("x".repeat(SignedXml.REFUND.length()), cipherKey),
            SignedXml.encrypt(
                SignedXml.REFUND.replace("<root>", "<!DOCTYPE x>\n<root>").replace("42", ""),
                cipherKey),
            SignedXml.encrypt(SignedXml.REFUND.replace("root>", "xml_>"), cipherKey),
            "%" + SignedXml.encrypt(SignedXml.REFUND, cipherKey).substring(1),
            "A" + SignedXml.encrypt(SignedXml.REFUND, cipherKey).substring(1));
    Set<String> details = new HashSet<>();
    for (String reqInfo : reqInfos) {
      String xml = SignedXml.refundXml("", SignedXml.KEY);
      int from = xml.indexOf("<req_info>") + 19;
      String changed = xml.substring(0, from) + reqInfo + xml.substring(xml.indexOf("]]></req"));
      Verdict.Refused refused = refused(CHANNEL.verify(SignedXml.request(changed)));
      assertThat(refused.reason()).isEqualTo(Refusal.DECRYPTION);
      details.add(refused.detail().replaceAll("[0-9]+", "n"));
    }
    assertThat(details).hasSize(1);
  }

  @Test
  void lineBreaksInsideReqInfoAreDropped() {
    String xml = SignedXml.refundXml(SignedXml.REFUND, SignedXml.KEY);
    int at = xml.indexOf("<req_info>") + 60;
    String broken = xml.substring(0, at) + "\r\n" + xml.substring(at);
    assertThat(event(CHANNEL.verify(SignedXml.request(broken))).refundNo()).isEqualTo("R1");
  }

  @Test
  void v3ChannelReadsV2RefundsGivenTheKeyAndAnswersInV2() { // C19
    String xml = SignedXml.refundXml(SignedXml.REFUND, SignedXml.KEY);
    Verdict.Refused without = refused(open(V3).verify(SignedXml.request(xml)));
    assertThat(without.reason()).isEqualTo(Refusal.WRONG_PROTOCOL);
    assertThat(without.answers()).isEqualTo(Answers.WECHATPAY_V2);
    ProviderChannel both = open(with(V3, "api-v2-key", SignedXml.KEY));
    Verdict verdict = both.verify(SignedXml.request(xml));
    assertThat(event(verdict).evidence()).isEqualTo(Evidence.UNSIGNED_CALLBACK);
    assertThat(event(verdict).merchant()).isEqualTo(CHANNEL.merchant());
    assertThat(verdict.answers()).isEqualTo(Answers.WECHATPAY_V2);
    assertThat(reason(both.verify(SignedXml.payment().byHmac()))).isEqualTo(Refusal.WRONG_PROTOCOL);
    assertThat(reason(both.verify(SignedXml.request("<xml><a>")))).isEqualTo(Refusal.MALFORMED);
  }
}
