package io.paidonce.hub.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a request for a refund comes to, by the book of its order. */
class RefundRequestsTest {

  private static final Instant NOW = Instant.parse("2026-05-01T00:00:00Z");
  private static final Merchant WECHAT = new Merchant("wechatpay", "1900000100");
  private static final Merchant ALIPAY = new Merchant("alipay", "2088000000000001");

  private static Money cny(long minor) {
    return new Money(minor, "CNY");
  }

  private static Order order(OrderState state, long paid) {
    return new Order(
        "ORDER1", "u1", null, 1, cny(100), null, 0, null, null, state, paid, 0, 0, null, null, NOW,
        0);
  }

  private static Attempt attempt(Merchant merchant, String number) {
    return new Attempt(
        number,
        "ORDER1",
        new ChannelName("shop"),
        merchant,
        cny(100),
        AttemptState.SUCCESS,
        NOW,
        0);
  }

  private static Receipt receipt(
      Merchant merchant, String number, Receipt.State state, long refunded) {
    return new Receipt(
        merchant, "trade-" + number, number, "ORDER1", cny(100), state, refunded, 0, NOW, 0);
  }

  private static Refund refund(String number, long minor, RefundState state) {
    return new Refund(
        WECHAT,
        number,
        "",
        "ORDER1",
        "ORDER1",
        "trade-ORDER1",
        cny(minor),
        state,
        Refund.Origin.HUB,
        null,
        null,
        NOW,
        0);
  }

  /** An order of 100 that was paid, and a second payment that belongs to nothing. */
  private static Book paidTwice(long refunded, Refund... refunds) {
    return new Book(
        order(OrderState.SUCCESS, 100),
        List.of(attempt(WECHAT, "ORDER1"), attempt(ALIPAY, "ORDER1-2")),
        List.of(
            receipt(WECHAT, "ORDER1", Receipt.State.APPLIED, refunded),
            receipt(ALIPAY, "ORDER1-2", Receipt.State.UNAPPLIED, 0)),
        List.of(refunds));
  }

  private static RefundRequest request(String number, @Nullable String of, long minor) {
    return new RefundRequest(number, of, cny(minor), "why", NOW);
  }

  private static Refund accepted(RefundAnswer answer) {
    return ((RefundAnswer.Accepted) answer).refund();
  }

  @Test
  void withoutAnAttemptItIsOfThePaymentThatWasApplied() {
    Refund made = accepted(RefundRequests.decide(paidTwice(0), request("R1", null, 100)));
    assertThat(made.tradeNo()).isEqualTo("trade-ORDER1");
    assertThat(made.tradeScope()).isEmpty();
    assertThat(made.state()).isEqualTo(RefundState.REQUESTED);
    assertThat(made.origin()).isEqualTo(Refund.Origin.HUB);
  }

  @Test
  void aSurplusIsRefundedByNamingItsAttempt() { // C44
    Refund made = accepted(RefundRequests.decide(paidTwice(0), request("R1", "ORDER1-2", 100)));
    assertThat(made.tradeNo()).isEqualTo("trade-ORDER1-2");
    assertThat(made.tradeScope()).isEqualTo("trade-ORDER1-2");
  }

  @ParameterizedTest
  @EnumSource(
      value = RefundState.class,
      names = {"REQUESTED", "PROCESSING", "ABNORMAL"})
  void whatIsOpenCountsAgainstThePayment(RefundState open) { // C84
    Book book = paidTwice(0, refund("R0", 60, open));
    assertThat(RefundRequests.decide(book, request("R1", null, 41)))
        .isEqualTo(new RefundAnswer.Exceeds(cny(40)));
    assertThat(accepted(RefundRequests.decide(book, request("R1", null, 40))).amount())
        .isEqualTo(cny(40));
  }

  @Test
  void whatIsRefundedCountsAndWhatWasClosedDoesNot() { // C84
    Book book =
        paidTwice(60, refund("R0", 60, RefundState.SUCCESS), refund("R9", 40, RefundState.CLOSED));
    assertThat(RefundRequests.decide(book, request("R1", null, 41)))
        .isEqualTo(new RefundAnswer.Exceeds(cny(40)));
    assertThat(RefundRequests.decide(book, request("R1", null, 40)))
        .isInstanceOf(RefundAnswer.Accepted.class);
    Book all = paidTwice(100, refund("R0", 60, RefundState.SUCCESS));
    assertThat(RefundRequests.decide(all, request("R1", null, 1))) // told as cumulative figure
        .isEqualTo(new RefundAnswer.Exceeds(cny(0)));
  }

  @Test
  void aRepeatIsTheSameRefundWhateverBecameOfIt() {
    for (RefundState state : RefundState.values()) {
      Refund known = refund("R0", 60, state);
      Book book = paidTwice(state == RefundState.SUCCESS ? 60 : 0, known);
      assertThat(RefundRequests.decide(book, request("R0", null, 60)))
          .isEqualTo(new RefundAnswer.Known(known));
      assertThat(RefundRequests.decide(book, request("R0", "ORDER1", 60)))
          .isEqualTo(new RefundAnswer.Known(known));
      assertThat(RefundRequests.decide(book, request("R0", null, 59)))
          .isEqualTo(new RefundAnswer.NumberTaken("R0", known));
      assertThat(RefundRequests.decide(book, request("R0", "ORDER1-2", 60)))
          .isEqualTo(new RefundAnswer.NumberTaken("R0", known));
    }
  }

  @Test
  void nothingIsRefundedOfWhatNeverArrived() {
    Book unpaid =
        new Book(
            order(OrderState.PAYING, 0), List.of(attempt(WECHAT, "ORDER1")), List.of(), List.of());
    assertThat(RefundRequests.decide(unpaid, request("R1", null, 1)))
        .isEqualTo(new RefundAnswer.Unpaid("ORDER1"));
    assertThat(RefundRequests.decide(unpaid, request("R1", "ORDER1-7", 1)))
        .isInstanceOf(RefundAnswer.Missing.class);
  }

  @Test
  void anotherCurrencyIsNothingOfThePayment() { // C77
    RefundRequest dollars = new RefundRequest("R1", null, new Money(1, "USD"), null, NOW);
    assertThat(RefundRequests.decide(paidTwice(0), dollars))
        .isEqualTo(new RefundAnswer.Exceeds(cny(100)));
  }

  @Test
  void zeroAndLessAreNoRefunds() { // C77
    assertThatThrownBy(() -> request("R1", null, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
