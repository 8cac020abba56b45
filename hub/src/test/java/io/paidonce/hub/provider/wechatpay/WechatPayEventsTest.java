package io.paidonce.hub.provider.wechatpay;

import static io.paidonce.hub.provider.Verdicts.event;
import static io.paidonce.hub.provider.Verdicts.events;
import static io.paidonce.hub.provider.Verdicts.open;
import static io.paidonce.hub.provider.Verdicts.reason;
import static io.paidonce.hub.provider.Verdicts.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WechatPayEventsTest {

  private static final ProviderChannel CHANNEL = open(Sealed.SETTINGS);
  private static final ProviderChannel OF_PARTNER =
      open(with(Sealed.SETTINGS, "sub-merchant-ids", List.of("1900000101")));

  private static Event of(String type, String plain) {
    return event(CHANNEL.verify(Sealed.request(type, plain)));
  }

  private static Refusal reasonOf(String type, String plain) {
    return reason(CHANNEL.verify(Sealed.request(type, plain)));
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS, PAID",
    "REFUND, PAID",
    "CLOSED, CLOSED",
    "REVOKED, CLOSED",
    "PAYERROR, CLOSED",
    "NOTPAY, WAITING",
    "USERPAYING, WAITING",
    "ACCEPT, WAITING",
    "NEW_STATE, UNKNOWN"
  })
  void everyTradeStateHasItsWord(String theirs, EventStatus ours) { // C24, S31
    Event event = of("TRANSACTION.SUCCESS", Sealed.PAYMENT.replace("SUCCESS", theirs));
    assertThat(event.status()).isEqualTo(ours);
    assertThat(event.providerStatus()).isEqualTo(theirs);
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS, REFUND_SUCCESS",
    "CLOSED, REFUND_CLOSED",
    "ABNORMAL, REFUND_ABNORMAL",
    "PROCESSING, REFUND_PROCESSING",
    "NEW, UNKNOWN"
  })
  void everyRefundStatusHasItsWord(String theirs, EventStatus ours) { // S31
    Event event = of("REFUND." + theirs, Sealed.REFUND.replace("SUCCESS", theirs));
    assertThat(event.kind()).isEqualTo(EventKind.REFUND);
    assertThat(event.status()).isEqualTo(ours);
    assertThat(event.providerRefundNo()).isEqualTo("5000");
  }

  @Test
  void unknownFieldsAndChangedTypesAreNoObstacle() { // C24
    String plain =
        Sealed.PAYMENT.replace(
            "\"trade_state\"",
            "\"state_description\":{\"a\":[1]},\"bank_type\":\"NEW\",\"attach\":null,"
                + "\"promotion_detail\":[{\"wechatpay_contribute\":100}],\"trade_state\"");
    assertThat(of("TRANSACTION.SUCCESS", plain).status()).isEqualTo(EventStatus.PAID);
  }

  @Test
  void comparedAmountIsTheTotalNotWhatThePayerPaid() { // C72, S26
    String plain = Sealed.PAYMENT.replace("\"payer_total\":8880", "\"payer_total\":8800");
    assertThat(of("TRANSACTION.SUCCESS", plain).total()).isEqualTo(new Money(8880, "CNY"));
  }

  @Test
  void currencyIsTheMessages() { // C74
    String yen = Sealed.PAYMENT.replace("\"currency\":\"CNY\"", "\"currency\":\"JPY\"");
    assertThat(of("TRANSACTION.SUCCESS", yen).total()).isEqualTo(new Money(8880, "JPY"));
    String none = Sealed.PAYMENT.replace("\"currency\":\"CNY\"", "\"currency\":\"XXY\"");
    assertThat(reasonOf("TRANSACTION.SUCCESS", none)).isEqualTo(Refusal.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"88.80", "-1", "1e3", "true", "\"88.80\"", "[1]", "12345678901234567890"})
  void signedButUnreadableAmountsAreMalformed(String total) { // C76
    assertThat(
            reasonOf(
                "TRANSACTION.SUCCESS",
                Sealed.PAYMENT.replace("\"total\":8880", "\"total\":" + total)))
        .isEqualTo(Refusal.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"total", "amount", "out_trade_no"})
  void paymentWithoutItsFactsIsMalformed(String field) {
    String plain = Sealed.PAYMENT.replace("\"" + field + "\"", "\"x\"");
    assertThat(reasonOf("TRANSACTION.SUCCESS", plain)).isEqualTo(Refusal.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1900000100", "wx2421b1c4370ec43b"})
  void genuineNotificationOfAnotherMerchantIsRefused(String ours) { // S25, S27
    String plain = Sealed.PAYMENT.replace(ours, "1900000999");
    assertThat(reasonOf("TRANSACTION.SUCCESS", plain)).isEqualTo(Refusal.IDENTITY);
    assertThat(Refusal.IDENTITY.isAlert()).isTrue();
  }

  @Test
  void nobodysMessageIsRefused() { // S25, S27
    assertThat(reasonOf("TRANSACTION.SUCCESS", Sealed.PAYMENT.replace("mchid", "x")))
        .isEqualTo(Refusal.IDENTITY);
    assertThat(reasonOf("REFUND.SUCCESS", Sealed.REFUND.replace("mchid", "x")))
        .isEqualTo(Refusal.IDENTITY);
    assertThat(reasonOf("COMPLAINT.CREATE", "{\"mchid\":\"1\"}")).isEqualTo(Refusal.IDENTITY);
  }

  @Test
  void partnerMessageNeedsItsSubMerchantConfigured() { // S25
    String plain =
        Sealed.PAYMENT
            .replace("\"mchid\"", "\"sub_mchid\":\"1900000101\",\"sp_mchid\"")
            .replace("\"appid\"", "\"sp_appid\"");
    assertThat(reasonOf("TRANSACTION.SUCCESS", plain)).isEqualTo(Refusal.IDENTITY);
    assertThat(events(OF_PARTNER.verify(Sealed.request("TRANSACTION.SUCCESS", plain)))).hasSize(1);
    String other = plain.replace("1900000101", "1900000102");
    assertThat(reason(OF_PARTNER.verify(Sealed.request("TRANSACTION.SUCCESS", other))))
        .isEqualTo(Refusal.IDENTITY);
  }

  @Test
  void combinedOrderTellsOneFactForEachOfOurSubOrders() {
    String order =
        "{\"mchid\":\"%s\",\"trade_state\":\"SUCCESS\",\"amount\":{\"total_amount\":5000,"
            + "\"currency\":\"CNY\",\"payer_amount\":4000},\"out_trade_no\":\"%s\","
            + "\"success_time\":\"2026-03-01T10:00:05.120+08:00\",\"transaction_id\":\"42\"}";
    String plain =
        "{\"combine_appid\":\"wx2421b1c4370ec43b\",\"combine_mchid\":\"1900000100\","
            + "\"combine_out_trade_no\":\"C1\",\"sub_orders\":["
            + String.join(
                ",",
                order.formatted("1900000100", "A"),
                order.formatted("1900000101", "B"),
                order.formatted("1900000102", "C"))
            + "]}";
    assertThat(of("TRANSACTION.SUCCESS", plain).outTradeNo()).isEqualTo("A");
    assertThat(events(OF_PARTNER.verify(Sealed.request("TRANSACTION.SUCCESS", plain))))
        .extracting(Event::outTradeNo)
        .containsExactly("A", "B");
    assertThat(of("TRANSACTION.SUCCESS", plain).total()).isEqualTo(new Money(5000, "CNY"));
    String foreign = plain.replace("combine_mchid\":\"1900000100", "combine_mchid\":\"1");
    assertThat(reasonOf("TRANSACTION.SUCCESS", foreign)).isEqualTo(Refusal.IDENTITY);
    String none = plain.replace("{\"mchid\":\"1900000100", "{\"mchid\":\"2");
    assertThat(reasonOf("TRANSACTION.SUCCESS", none)).isEqualTo(Refusal.IDENTITY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PAYSCORE.USER_PAID", "MCHTRANSFER.BILL.FINISHED", "BRAND.NEW"})
  void otherTypesAreNotices(String type) {
    Event event = of(type, "{\"mchid\":\"1900000100\"}");
    assertThat(event.kind()).isEqualTo(EventKind.NOTICE);
    assertThat(event.noticeId()).isEqualTo(type + ":EV-1");
    assertThat(of(type, "{}").status()).isEqualTo(EventStatus.NOTED);
  }
}
