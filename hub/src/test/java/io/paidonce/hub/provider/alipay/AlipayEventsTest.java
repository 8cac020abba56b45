package io.paidonce.hub.provider.alipay;

import static io.paidonce.hub.provider.Verdicts.event;
import static io.paidonce.hub.provider.Verdicts.open;
import static io.paidonce.hub.provider.Verdicts.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlipayEventsTest {

  private static final ProviderChannel CHANNEL = open(SignedForm.SETTINGS);

  private static Event of(SignedForm form) {
    return event(CHANNEL.verify(form.request()));
  }

  @ParameterizedTest
  @CsvSource({
    "TRADE_SUCCESS, PAID",
    "TRADE_FINISHED, PAID",
    "WAIT_BUYER_PAY, WAITING",
    "TRADE_CLOSED, CLOSED",
    "TRADE_PENDING, UNKNOWN",
    "trade_success, UNKNOWN"
  })
  void everyStatusHasItsWord(String theirs, EventStatus ours) { // S31
    Event event = of(SignedForm.payment().with("trade_status", theirs));
    assertThat(event.kind()).isEqualTo(EventKind.PAYMENT);
    assertThat(event.status()).isEqualTo(ours);
    assertThat(event.providerStatus()).isEqualTo(theirs);
    assertThat(event.evidence()).isEqualTo(Evidence.CALLBACK);
  }

  @Test
  void zeroRefundAndCloseTimeOnAPaymentMeanNothing() {
    Event event =
        of(
            SignedForm.payment()
                .with("refund_fee", "0.00")
                .with("gmt_close", "2026-03-01 10:00:06"));
    assertThat(event.status()).isEqualTo(EventStatus.PAID);
    assertThat(event.refundedTotal()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"TRADE_SUCCESS, 3.00", "TRADE_CLOSED, 88.80", "TRADE_FINISHED, 3.00"})
  void refundFieldsMakeARefundAndNoPayment(String status, String fee) { // C81
    SignedForm form =
        SignedForm.payment()
            .with("trade_status", status)
            .with("refund_fee", fee)
            .with("gmt_refund", "2026-03-02 11:00:00.1")
            .with("out_biz_no", "R1");
    Event event = of(form);
    assertThat(event.kind()).isEqualTo(EventKind.REFUND);
    assertThat(event.status()).isEqualTo(EventStatus.REFUND_SUCCESS);
    assertThat(event.refundNo()).isEqualTo("R1");
    assertThat(event.refundedTotal()).isEqualTo(Money.parse(fee, "CNY"));
    assertThat(event.occurredAt()).isEqualTo(Instant.parse("2026-03-02T03:00:00.100Z"));
    assertThat(of(form.without("out_biz_no")).refundNo()).isNull();
  }

  @Test
  void closedIsUnpaidOnlyWithoutARefund() { // C61
    SignedForm closed =
        SignedForm.payment()
            .with("trade_status", "TRADE_CLOSED")
            .with("gmt_close", "2026-03-01 11:00:00");
    assertThat(of(closed).status()).isEqualTo(EventStatus.CLOSED);
    assertThat(of(closed).occurredAt()).isEqualTo(Instant.parse("2026-03-01T03:00:00Z"));
    assertThat(of(closed.with("refund_fee", "88.80")).status())
        .isEqualTo(EventStatus.REFUND_SUCCESS);
    assertThat(of(closed.with("gmt_refund", "2026-03-02 11:00:00")).status())
        .isEqualTo(EventStatus.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({"dut_user_sign, NORMAL", "dut_user_unsign, UNSIGN"})
  void agreementsAreNoticesByTheirOwnNumber(String type, String status) {
    Event event =
        of(
            SignedForm.payment()
                .with("notify_type", type)
                .with("status", status)
                .with("agreement_no", "20265901000000000001")
                .without("seller_id")
                .without("out_trade_no")
                .without("trade_no")
                .without("trade_status")
                .without("total_amount"));
    assertThat(event.kind()).isEqualTo(EventKind.NOTICE);
    assertThat(event.status()).isEqualTo(EventStatus.NOTED);
    assertThat(event.noticeId()).isEqualTo(type + ":20265901000000000001");
  }

  @Test
  void unknownTypesAreNoticesByTheirNotifyId() {
    Event event = of(SignedForm.payment().with("notify_type", "brand_new"));
    assertThat(event.kind()).isEqualTo(EventKind.NOTICE);
    assertThat(event.noticeId()).isEqualTo("brand_new:2026030100222100006012345678901234");
  }

  @ParameterizedTest
  @CsvSource({"10, 1000", "10.0, 1000", "10.00, 1000", "0.29, 29", "0.01, 1", "10.000, 1000"})
  void decimalScaleDoesNotMatter(String text, long fen) { // C76
    assertThat(of(SignedForm.payment().with("total_amount", text)).total())
        .isEqualTo(new Money(fen, "CNY"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1E+1", " 10.00", "10.005", "-1", "1,000.00", "１０", "+1", "0x10", "NaN"})
  void signedButUnreadableAmountsAreMalformed(String text) { // C76, C74
    assertThat(reason(CHANNEL.verify(SignedForm.payment().with("total_amount", text).request())))
        .isEqualTo(Refusal.MALFORMED);
    assertThat(reason(CHANNEL.verify(SignedForm.payment().with("refund_fee", text).request())))
        .isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void couponsDoNotChangeTheComparedAmount() { // C72, S26
    Event event =
        of(SignedForm.payment().with("receipt_amount", "80.00").with("buyer_pay_amount", "79.00"));
    assertThat(event.total()).isEqualTo(new Money(8880, "CNY"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"out_trade_no", "trade_status", "total_amount"})
  void paymentWithoutItsFactsIsMalformed(String field) {
    assertThat(reason(CHANNEL.verify(SignedForm.payment().without(field).request())))
        .isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void unreadableTimeIsNoReasonToDoubt() {
    SignedForm form = SignedForm.payment().with("gmt_payment", "yesterday");
    assertThat(of(form).occurredAt()).isEqualTo(Instant.parse("2026-03-01T02:00:06Z"));
    assertThat(of(form.with("notify_time", "2026-02-30 10:00:00")).occurredAt()).isNull();
  }
}
