package io.paidonce.hub.pipeline;

import static io.paidonce.hub.pipeline.DecideTest.outcome;
import static io.paidonce.hub.pipeline.Telling.ALIPAY;
import static io.paidonce.hub.pipeline.Telling.NOW;
import static io.paidonce.hub.pipeline.Telling.WECHAT;
import static io.paidonce.hub.pipeline.Telling.paid;
import static io.paidonce.hub.pipeline.Telling.refund;
import static io.paidonce.hub.pipeline.Telling.refunded;
import static io.paidonce.hub.pipeline.Telling.refundedInAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.OrderState;
import io.paidonce.hub.order.Refund;
import io.paidonce.hub.order.RefundState;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefundsTest {

  private final World wechat = paidWorld(Orderly.paying(WECHAT), Policy.USUAL);
  private final World alipay = paidWorld(Orderly.paying(ALIPAY), Policy.USUAL);

  private static World paidWorld(Book book, Policy policy) {
    World world = new World(book, policy);
    world.tell(paid(book.attempts().get(0).merchant()));
    return world;
  }

  private static Policy clamp() {
    return new Policy(
        Policy.LatePayment.CASE, Policy.Clawback.CLAMP, Policy.USUAL.parkedCaseAfter(), 12);
  }

  @Test
  void twoEqualRefundsAreTwo() {
    wechat.tell(refunded("R1", 300));
    assertThat(wechat.book.order().state()).isEqualTo(OrderState.PARTIALLY_REFUNDED);
    wechat.tell(refunded("R2", 300));
    assertThat(wechat.book.order().refundedMinor()).isEqualTo(600);
    assertThat(wechat.balance("token")).isEqualTo(400);
    assertThat(outcome(wechat.tell(refunded("R2", 300).by(Evidence.QUERY))))
        .isEqualTo(Outcome.STAY);
    wechat.tell(refunded("R3", 400));
    assertThat(wechat.book.order().state()).isEqualTo(OrderState.REFUNDED);
    assertThat(wechat.balance("token")).isZero();
    assertThat(wechat.messageTypes())
        .containsSubsequence("order.refunded", "entitlement.revoked", "order.refunded");
  }

  @Test
  void cumulativeFiguresAreNotAddedUp() { // C82
    alipay.tell(refundedInAll(300));
    alipay.tell(refundedInAll(500));
    alipay.tell(refundedInAll(300).by(Evidence.QUERY));
    assertThat(alipay.book.order().refundedMinor()).isEqualTo(500);
    assertThat(alipay.balance("token")).isEqualTo(500);
    assertThat(alipay.book.refunds())
        .extracting(r -> r.origin() + " " + r.amount().minor())
        .containsExactly("UNATTRIBUTED 500");
    alipay.tell(refundedInAll(1000));
    assertThat(alipay.book.order().state()).isEqualTo(OrderState.REFUNDED);
  }

  @Test
  void refundsNamedLaterAreTakenOutOfTheUnattributed() {
    alipay.tell(refundedInAll(500));
    alipay.tell(refundedInAll(0).numbered("R1").only(200).by(Evidence.QUERY));
    assertThat(unattributed(alipay).amount().minor()).isEqualTo(300);
    alipay.tell(refundedInAll(0).numbered("R2").only(300).by(Evidence.QUERY));
    assertThat(unattributed(alipay).state()).isEqualTo(RefundState.CLOSED);
    assertThat(alipay.book.order().refundedMinor()).isEqualTo(500);
    alipay.tell(refundedInAll(700));
    assertThat(unattributed(alipay).state()).isEqualTo(RefundState.SUCCESS);
    assertThat(unattributed(alipay).amount().minor()).isEqualTo(200);
    assertThat(alipay.book.order().refundedMinor()).isEqualTo(700);
  }

  private static Refund unattributed(World world) {
    return world
        .book
        .refund(Refund.unattributedNo("T1"), "T1")
        .orElseThrow(() -> new AssertionError("no unattributed refund"));
  }

  @Test
  void aFigureInAllCountsBesideAnAmountOfItsOwn() {
    alipay.tell(refundedInAll(500).numbered("R1").amount(Telling.cny(200)));
    assertThat(alipay.book.order().refundedMinor()).isEqualTo(500);
    Decision later =
        alipay.tell(refundedInAll(600).numbered("R1").amount(Telling.cny(200)).by(Evidence.QUERY));
    assertThat(outcome(later)).isEqualTo(Outcome.APPLIED);
    assertThat(alipay.book.order().refundedMinor()).isEqualTo(600);
  }

  @Test
  void aRefundWeAskedForIsDoneWhenAlipayTellsItsNumber() {
    World world = paidWorld(Orderly.withRequest(Orderly.paying(ALIPAY), "R1", 400), Policy.USUAL);
    world.tell(refundedInAll(400).numbered("R1"));
    assertThat(world.book.refunds())
        .extracting(r -> r.refundNo() + " " + r.state())
        .containsExactly("R1 SUCCESS");
    assertThat(world.book.order().refundedMinor()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "REFUND_PROCESSING, PROCESSING, REFUND_PROCESSING, 0",
    "REFUND_ABNORMAL, ABNORMAL, REFUND_PROCESSING, 0",
    "REFUND_CLOSED, CLOSED, SUCCESS, 0",
    "REFUND_SUCCESS, SUCCESS, PARTIALLY_REFUNDED, 300"
  })
  void theOrdersStateFollowsItsRefunds(
      EventStatus told, RefundState refund, OrderState order, long refunded) {
    wechat.tell(refund("R1", told, 300));
    assertThat(wechat.book.refunds()).extracting(Refund::state).containsExactly(refund);
    assertThat(wechat.book.order().state()).isEqualTo(order);
    assertThat(wechat.book.order().refundedMinor()).isEqualTo(refunded);
    assertThat(wechat.balance("token")).isEqualTo(1000 - refunded);
  }

  @ParameterizedTest
  @CsvSource({"REFUND_PROCESSING, PROCESSING", "REFUND_CLOSED, CLOSED", "REFUND_SUCCESS, SUCCESS"})
  void aStatusWithoutAnAmountIsThatOfTheRefundWeAskedFor(EventStatus told, RefundState refund) {
    World world = paidWorld(Orderly.withRequest(Orderly.paying(WECHAT), "R1", 400), Policy.USUAL);
    world.tell(refund("R1", told, 0).amount(null));
    assertThat(world.book.refunds()).extracting(Refund::state).containsExactly(refund);
    assertThat(world.book.order().refundedMinor())
        .isEqualTo(refund == RefundState.SUCCESS ? 400 : 0);
  }

  @Test
  void aRefundOfUnknownNumberAndAmountIsAskedAbout() {
    Decision decision = wechat.tell(refunded("R9", 0).amount(null));
    assertThat(outcome(decision)).isEqualTo(Outcome.STAY);
    assertThat(decision.ask()).isTrue();
    assertThat(wechat.book.refunds()).isEmpty();
  }

  @Test
  void anUnknownRefundStatusIsAskedAbout() {
    Decision decision = wechat.tell(refund("R1", EventStatus.UNKNOWN, 300));
    assertThat(outcome(decision)).isEqualTo(Outcome.STAY);
    assertThat(decision.ask()).isTrue();
    assertThat(wechat.book.refunds()).isEmpty();
  }

  @Test
  void whatIsFinalIsNotOverwrittenAndAContradictionBecomesACase() {
    wechat.tell(refunded("R1", 300));
    for (EventStatus late :
        new EventStatus[] {EventStatus.REFUND_PROCESSING, EventStatus.REFUND_ABNORMAL}) {
      assertThat(outcome(wechat.tell(refund("R1", late, 300)))).isEqualTo(Outcome.STAY);
    }
    assertThat(wechat.cases).isEmpty();
    Decision closed = wechat.tell(refund("R1", EventStatus.REFUND_CLOSED, 300));
    assertThat(outcome(closed)).isEqualTo(Outcome.CONFLICT);
    assertThat(closed.refused()).isEqualTo(1);
    wechat.tell(refund("R2", EventStatus.REFUND_CLOSED, 300));
    Decision opened = wechat.tell(refunded("R2", 300));
    assertThat(outcome(opened)).isEqualTo(Outcome.CONFLICT);
    assertThat(wechat.caseKinds()).containsExactly("CONFLICT");
    assertThat(wechat.book.order().refundedMinor()).isEqualTo(300);
    assertThat(wechat.book.order().state()).isEqualTo(OrderState.PARTIALLY_REFUNDED);
  }

  @Test
  void anAbnormalRefundToldAgainStays() {
    wechat.tell(refund("R1", EventStatus.REFUND_ABNORMAL, 300));
    Decision again = wechat.tell(refund("R1", EventStatus.REFUND_ABNORMAL, 300).by(Evidence.QUERY));
    assertThat(outcome(again)).isEqualTo(Outcome.STAY);
    assertThat(wechat.book.order().state()).isEqualTo(OrderState.REFUND_PROCESSING);
  }

  @Test
  void moreThanThePaymentIsNeverRefunded() { // C84
    assertThat(outcome(wechat.tell(refunded("R1", 1001)))).isEqualTo(Outcome.CONFLICT);
    wechat.tell(refunded("R2", 700));
    assertThat(outcome(wechat.tell(refunded("R3", 301)))).isEqualTo(Outcome.CONFLICT);
    assertThat(outcome(alipay.tell(refundedInAll(1001)))).isEqualTo(Outcome.CONFLICT);
    assertThat(wechat.caseKinds()).containsExactly("REFUND_MISMATCH");
    assertThat(wechat.book.order().refundedMinor()).isEqualTo(700);
    assertThat(alipay.book.order().refundedMinor()).isZero();
  }

  @Test
  void anotherAmountUnderTheSameNumberIsAMismatch() {
    World world = paidWorld(Orderly.withRequest(Orderly.paying(WECHAT), "R1", 400), Policy.USUAL);
    assertThat(outcome(world.tell(refunded("R1", 401)))).isEqualTo(Outcome.CONFLICT);
    assertThat(world.caseKinds()).containsExactly("REFUND_MISMATCH");
    assertThat(world.book.refunds())
        .extracting(Refund::state)
        .containsExactly(RefundState.REQUESTED);
  }

  @Test
  void theNumberOfAnotherTradesRefundIsAMismatchAtWechat() {
    wechat.tell(paid(WECHAT).trade("T2"));
    wechat.tell(refunded("R1", 400));
    assertThat(outcome(wechat.tell(refunded("R1", 400).trade("T2")))).isEqualTo(Outcome.CONFLICT);
  }

  @Test
  void alipaysRefundNumbersAreUniqueOnlyWithinATrade() {
    alipay.tell(paid(ALIPAY).trade("T2"));
    alipay.tell(refundedInAll(0).numbered("R1").only(400));
    alipay.tell(refundedInAll(0).numbered("R1").only(400).trade("T2"));
    assertThat(alipay.book.refunds()).hasSize(2);
    assertThat(alipay.book.order().refundedMinor()).isEqualTo(400);
    assertThat(alipay.book.order().unappliedMinor()).isEqualTo(600);
  }

  @Test
  void refundingASurplusTouchesNeitherStateNorGrants() {
    wechat.tell(paid(WECHAT).trade("T2"));
    wechat.tell(refunded("R1", 1000).trade("T2"));
    assertThat(wechat.book.order().unappliedMinor()).isZero();
    assertThat(wechat.book.order().refundedMinor()).isZero();
    assertThat(wechat.book.order().state()).isEqualTo(OrderState.SUCCESS);
    assertThat(wechat.balance("token")).isEqualTo(1000);
  }

  @Test
  void anUnsignedRefundIsBelievedOnlyIfWeAskedForIt() { // C79
    World world = paidWorld(Orderly.withRequest(Orderly.paying(WECHAT), "R1", 400), Policy.USUAL);
    Telling unsigned = refunded("R1", 400).by(Evidence.UNSIGNED_CALLBACK);
    assertThat(outcome(world.tell(unsigned))).isEqualTo(Outcome.APPLIED);
    assertThat(world.book.order().refundedMinor()).isEqualTo(400);
  }

  @Test
  void anUnsignedRefundOfAnotherNumberAmountOrTradeIsParked() {
    for (Telling stranger :
        new Telling[] {refunded("R2", 400), refunded("R1", 401), refunded("R1", 400).trade(null)}) {
      World world = paidWorld(Orderly.withRequest(Orderly.paying(WECHAT), "R1", 400), Policy.USUAL);
      Decision decision = world.tell(stranger.by(Evidence.UNSIGNED_CALLBACK));
      assertThat(outcome(decision)).isEqualTo(Outcome.PARKED);
      assertThat(world.book.order().refundedMinor()).isZero();
      world.now = NOW.plus(Duration.ofMinutes(16));
      world.untilStable();
      assertThat(world.caseKinds()).containsExactly("REFUND_MISMATCH");
    }
  }

  @Test
  void anUnsignedRefundWaitsForAQueryThatConfirmsIt() {
    wechat.tell(refunded("R1", 400).by(Evidence.UNSIGNED_CALLBACK));
    wechat.tell(refunded("R1", 400).by(Evidence.QUERY));
    wechat.untilStable();
    assertThat(wechat.takeParked()).isEmpty();
    assertThat(wechat.book.order().refundedMinor()).isEqualTo(400);
    assertThat(wechat.cases).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1000, 333, 333", "7, 333, 2", "7, 999, 6", "7, 1000, 7", "1, 999, 0"})
  void grantsAreTakenBackInProportionRoundedDown(long granted, long refundedMinor, long taken) {
    World world = paidWorld(Orderly.paying(WECHAT, "token", granted, null), Policy.USUAL);
    world.tell(refunded("R1", refundedMinor));
    assertThat(world.taken()).isEqualTo(taken);
    assertThat(world.balance("token")).isEqualTo(granted - taken);
  }

  @Test
  void manySmallRefundsTakeAsMuchAsOneOfTheirSum() {
    World world = paidWorld(Orderly.paying(WECHAT, "token", 7, null), Policy.USUAL);
    for (int i = 0; i < 999; i++) {
      world.tell(refunded("R" + i, 1));
      assertThat(world.taken()).isEqualTo(7L * (i + 1) / 1000);
    }
  }

  @Test
  void theLargestGrantDoesNotOverflow() {
    World world =
        paidWorld(Orderly.paying(WECHAT, "token", Long.MAX_VALUE / 2, null), Policy.USUAL);
    world.tell(refunded("R1", 500));
    assertThat(world.taken()).isEqualTo(Long.MAX_VALUE / 4);
  }

  @Test
  void aSubscriptionEndsOnlyWithAFullRefund() {
    World world = paidWorld(Orderly.subscription(WECHAT), Policy.USUAL);
    world.tell(refunded("R1", 999));
    assertThat(world.taken()).isZero();
    assertThat(world.messageTypes()).doesNotContain("entitlement.revoked");
    world.tell(refunded("R2", 1));
    assertThat(world.taken()).isEqualTo(1);
    assertThat(world.messageTypes()).contains("entitlement.revoked");
  }

  @Test
  void whatIsSpentGoesBelowZero() {
    wechat.spend("token", 900);
    wechat.tell(refunded("R1", 1000));
    assertThat(wechat.balance("token")).isEqualTo(-900);
    assertThat(wechat.taken()).isEqualTo(1000);
  }

  @Test
  void whatIsSpentStaysSpentWhereThePolicyIsToClamp() {
    World world = paidWorld(Orderly.paying(WECHAT), clamp());
    world.spend("token", 900);
    world.tell(refunded("R1", 500));
    assertThat(world.balance("token")).isZero();
    world.tell(refunded("R2", 500));
    assertThat(world.balance("token")).isZero();
    assertThat(world.taken()).isEqualTo(1000);
  }

  @Test
  void paymentAndRefundInOneBatchAreTakenInThatOrder() {
    World world = new World(Orderly.paying(WECHAT), clamp());
    world.tell(refunded("R1", 300).receivedAt(NOW.minusSeconds(9)), paid(WECHAT));
    assertThat(world.book.order().state()).isEqualTo(OrderState.PARTIALLY_REFUNDED);
    assertThat(world.balance("token")).isEqualTo(700);
    assertThat(world.grants().get(0).taken()).isEqualTo(300);
  }
}
