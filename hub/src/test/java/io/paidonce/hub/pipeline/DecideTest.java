package io.paidonce.hub.pipeline;

import static io.paidonce.hub.pipeline.Telling.NOW;
import static io.paidonce.hub.pipeline.Telling.WECHAT;
import static io.paidonce.hub.pipeline.Telling.paid;
import static io.paidonce.hub.pipeline.Telling.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.hub.cases.CaseKind;
import io.paidonce.hub.cases.NewCase;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.inbox.Settlement;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.order.AttemptState;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.OrderState;
import io.paidonce.hub.order.Receipt;
import io.paidonce.hub.order.RefundState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Payments, closes, and what belongs to no order; refunds have a test of their own. */
class DecideTest {

  private final World world = new World(Orderly.paying(WECHAT), Policy.USUAL);

  private static World late(Policy.LatePayment choice) {
    Policy policy =
        new Policy(choice, Policy.Clawback.NEGATIVE, Policy.USUAL.parkedCaseAfter(), 12);
    World world = new World(Orderly.paying(WECHAT), policy);
    world.tell(payment(WECHAT, EventStatus.CLOSED).trade(null));
    assertThat(world.book.order().state()).isEqualTo(OrderState.CLOSED);
    return world;
  }

  static Outcome outcome(Decision decision) {
    assertThat(decision.settlements()).hasSize(1);
    return decision.settlements().get(0).outcome();
  }

  @Test
  void aPaymentPaysGrantsPostsAndTells() {
    Decision decision = world.tell(paid(WECHAT));
    assertThat(outcome(decision)).isEqualTo(Outcome.APPLIED);
    assertThat(decision.paidNow()).isTrue();
    assertThat(decision.cases()).isEmpty();
    assertThat(world.book.order().state()).isEqualTo(OrderState.SUCCESS);
    assertThat(world.book.order().paidMinor()).isEqualTo(1000);
    assertThat(world.book.order().tradeNo()).isEqualTo("T1");
    assertThat(world.book.order().paidAt()).isEqualTo(NOW.minusSeconds(2));
    assertThat(world.book.attempts().get(0).state()).isEqualTo(AttemptState.SUCCESS);
    assertThat(world.balance("token")).isEqualTo(1000);
    assertThat(world.messageTypes()).containsExactly("order.paid", "entitlement.granted");
  }

  @Test
  void withoutATimeOfItsOwnAPaymentCountsFromItsArrival() {
    world.tell(paid(WECHAT).occurredAt(null));
    assertThat(world.book.order().paidAt()).isEqualTo(NOW);
  }

  @Test
  void withoutATradeNumberOurOwnNumberIsTheTrade() {
    world.tell(paid(WECHAT).trade(null));
    Decision again = world.tell(paid(WECHAT).trade(null).by(Evidence.QUERY));
    assertThat(outcome(again)).isEqualTo(Outcome.STAY);
    assertThat(world.book.receipts()).extracting(Receipt::tradeNo).containsExactly("O1");
  }

  @Test
  void theSamePaymentAgainStays() {
    world.tell(paid(WECHAT));
    for (Evidence evidence : new Evidence[] {Evidence.CALLBACK, Evidence.QUERY, Evidence.BILL}) {
      Decision again = world.tell(paid(WECHAT).by(evidence).through("renamed"));
      assertThat(outcome(again)).isEqualTo(Outcome.STAY);
      assertThat(again.postings()).isEmpty();
      assertThat(again.messages()).isEmpty();
      assertThat(again.cases()).isEmpty();
    }
    assertThat(world.balance("token")).isEqualTo(1000);
  }

  @Test
  void thePaymentTwiceInOneBatchCountsOnce() {
    Decision decision = world.tell(paid(WECHAT), paid(WECHAT).by(Evidence.QUERY));
    assertThat(decision.settlements())
        .extracting(Settlement::outcome)
        .containsExactly(Outcome.APPLIED, Outcome.STAY);
    assertThat(world.balance("token")).isEqualTo(1000);
  }

  @Test
  void plainGoodsGrantNothing() {
    World plain = new World(Orderly.plain(WECHAT), Policy.USUAL);
    plain.tell(paid(WECHAT));
    assertThat(plain.grants()).isEmpty();
    assertThat(plain.messageTypes()).containsExactly("order.paid");
  }

  @Test
  void aSubscriptionIsAGrantWithoutABalance() {
    World subscription = new World(Orderly.subscription(WECHAT), Policy.USUAL);
    subscription.tell(paid(WECHAT));
    assertThat(subscription.grants()).hasSize(1);
    assertThat(subscription.grants().get(0).key()).isEqualTo("O1:subscription:pro:P1M");
    assertThat(subscription.ledger.keySet()).noneMatch(account -> account.endsWith(" pro"));
  }

  @Test
  void aSecondTradeIsKeptApartForAPerson() {
    world.tell(paid(WECHAT));
    Decision second = world.tell(paid(WECHAT).trade("T2"));
    assertThat(outcome(second)).isEqualTo(Outcome.APPLIED);
    assertThat(world.book.order().state()).isEqualTo(OrderState.SUCCESS);
    assertThat(world.book.order().tradeNo()).isEqualTo("T1");
    assertThat(world.book.order().unappliedMinor()).isEqualTo(1000);
    assertThat(world.balance("token")).isEqualTo(1000);
    assertThat(second.cases()).extracting(NewCase::kind).containsExactly(CaseKind.DOUBLE_PAYMENT);
    assertThat(second.cases().get(0).proposal()).isEqualTo("refund 10.00 CNY of trade T2");
    assertThat(second.messages()).isEmpty();
  }

  @Test
  void aWrongAmountAppliesNothing() { // C71
    for (Money wrong :
        new Money[] {Telling.cny(999), Telling.cny(1001), new Money(1000, "USD"), null}) {
      World other = new World(Orderly.paying(WECHAT), Policy.USUAL);
      Decision decision = other.tell(paid(WECHAT).total(wrong));
      assertThat(outcome(decision)).isEqualTo(Outcome.CONFLICT);
      assertThat(other.caseKinds()).containsExactly("AMOUNT_MISMATCH");
      assertThat(other.book).isEqualTo(Orderly.paying(WECHAT));
      assertThat(other.ledger).isEmpty();
    }
  }

  @Test
  void theRightAmountIsAppliedAlthoughAWrongOneWasTold() {
    world.tell(paid(WECHAT).total(1));
    Decision right = world.tell(paid(WECHAT).by(Evidence.QUERY));
    assertThat(outcome(right)).isEqualTo(Outcome.APPLIED);
    assertThat(right.cases()).extracting(NewCase::kind).containsExactly(CaseKind.CONFLICT);
    assertThat(world.book.order().state()).isEqualTo(OrderState.SUCCESS);
  }

  @Test
  void twoSetsOfFactsOpenOneCaseHoweverOftenTheyAreTold() {
    world.tell(paid(WECHAT), paid(WECHAT).total(1));
    world.tell(paid(WECHAT).by(Evidence.QUERY), paid(WECHAT).total(1).by(Evidence.QUERY));
    assertThat(world.casesOf(CaseKind.CONFLICT)).isEqualTo(1);
    assertThat(world.balance("token")).isEqualTo(1000);
  }

  @Test
  void aCloseClosesTheUnpaidOrder() {
    Decision decision = world.tell(payment(WECHAT, EventStatus.CLOSED).trade(null));
    assertThat(outcome(decision)).isEqualTo(Outcome.APPLIED);
    assertThat(world.book.order().state()).isEqualTo(OrderState.CLOSED);
    assertThat(world.messageTypes()).containsExactly("order.closed");
    Decision again = world.tell(payment(WECHAT, EventStatus.CLOSED).trade(null).by(Evidence.QUERY));
    assertThat(outcome(again)).isEqualTo(Outcome.STAY);
    assertThat(again.ask()).isFalse();
  }

  @Test
  void anOrderIsClosedOnlyWithItsLastAttempt() {
    World two = new World(Orderly.withAttempt(Orderly.paying(WECHAT), "O2"), Policy.USUAL);
    two.tell(payment(WECHAT, EventStatus.CLOSED));
    assertThat(two.book.order().state()).isEqualTo(OrderState.PAYING);
    two.tell(payment(WECHAT, EventStatus.CLOSED).of("O2"));
    assertThat(two.book.order().state()).isEqualTo(OrderState.CLOSED);
  }

  @Test
  void aClosedAttemptMayStillBePaidWhileTheOrderIsOpen() {
    World two = new World(Orderly.withAttempt(Orderly.paying(WECHAT), "O2"), Policy.USUAL);
    two.tell(payment(WECHAT, EventStatus.CLOSED));
    two.tell(paid(WECHAT));
    assertThat(two.book.order().state()).isEqualTo(OrderState.SUCCESS);
    assertThat(two.cases).isEmpty();
  }

  @Test
  void aCloseAfterThePaymentIsLateAndAskedAbout() {
    world.tell(paid(WECHAT));
    Decision decision = world.tell(payment(WECHAT, EventStatus.CLOSED));
    assertThat(outcome(decision)).isEqualTo(Outcome.STAY);
    assertThat(decision.ask()).isTrue();
    assertThat(world.book.order().state()).isEqualTo(OrderState.SUCCESS);
    assertThat(world.balance("token")).isEqualTo(1000);
  }

  @Test
  void paymentAndCloseInOneBatchAreAPaidOrderWhicheverCameFirst() {
    world.tell(payment(WECHAT, EventStatus.CLOSED).receivedAt(NOW.minusSeconds(9)), paid(WECHAT));
    assertThat(world.book.order().state()).isEqualTo(OrderState.SUCCESS);
    assertThat(world.cases).isEmpty();
  }

  @Test
  void aLatePaymentWaitsForAPerson() {
    World closed = late(Policy.LatePayment.CASE);
    Decision decision = closed.tell(paid(WECHAT));
    assertThat(outcome(decision)).isEqualTo(Outcome.APPLIED);
    assertThat(closed.book.order().state()).isEqualTo(OrderState.CLOSED);
    assertThat(closed.book.order().unappliedMinor()).isEqualTo(1000);
    assertThat(closed.book.attempts().get(0).state()).isEqualTo(AttemptState.SUCCESS);
    assertThat(closed.grants()).isEmpty();
    assertThat(closed.caseKinds()).containsExactly("LATE_PAYMENT");
  }

  @Test
  void aLatePaymentIsFulfilledWhereThePolicySaysSo() {
    World closed = late(Policy.LatePayment.FULFIL);
    closed.tell(paid(WECHAT));
    assertThat(closed.book.order().state()).isEqualTo(OrderState.SUCCESS);
    assertThat(closed.balance("token")).isEqualTo(1000);
    assertThat(closed.cases).isEmpty();
  }

  @Test
  void aLatePaymentIsGivenBackWhereThePolicySaysSo() {
    World closed = late(Policy.LatePayment.REFUND);
    closed.tell(paid(WECHAT));
    closed.tell(paid(WECHAT).trade("T2"));
    assertThat(closed.book.order().state()).isEqualTo(OrderState.CLOSED);
    assertThat(closed.book.order().unappliedMinor()).isEqualTo(2000);
    assertThat(closed.cases).isEmpty();
    assertThat(closed.book.refunds())
        .extracting(r -> r.tradeNo() + " " + r.amount().minor() + " " + r.state())
        .containsExactly("T1 1000 REQUESTED", "T2 1000 REQUESTED");
    closed.tell(Telling.refunded("late-T1", 1000));
    closed.tell(Telling.refunded("late-T2", 1000).trade("T2"));
    assertThat(closed.book.order().unappliedMinor()).isZero();
    assertThat(closed.book.order().state()).isEqualTo(OrderState.CLOSED);
    assertThat(closed.book.refunds()).allMatch(r -> r.state() == RefundState.SUCCESS);
  }

  @Test
  void waitingChangesNothing() {
    Decision decision = world.tell(payment(WECHAT, EventStatus.WAITING));
    assertThat(outcome(decision)).isEqualTo(Outcome.STAY);
    assertThat(world.book).isEqualTo(Orderly.paying(WECHAT));
    assertThat(decision.ask()).isFalse();
  }

  @Test
  void anUnknownStatusIsAskedAboutAndNeverAFailure() {
    Decision decision = world.tell(payment(WECHAT, EventStatus.UNKNOWN));
    assertThat(outcome(decision)).isEqualTo(Outcome.STAY);
    assertThat(decision.ask()).isTrue();
    assertThat(world.book.order().state()).isEqualTo(OrderState.PAYING);
    assertThat(world.book.attempts().get(0).state()).isEqualTo(AttemptState.UNKNOWN);
    world.tell(paid(WECHAT));
    assertThat(world.book.attempts().get(0).state()).isEqualTo(AttemptState.SUCCESS);
    world.tell(payment(WECHAT, EventStatus.UNKNOWN).by(Evidence.QUERY));
    assertThat(world.book.attempts().get(0).state()).isEqualTo(AttemptState.SUCCESS);
  }

  @Test
  void aNoticeIsPassedOnAndIgnored() {
    Decision decision = Decide.stranger(Telling.notice("dut_sign:1").claimed(), Policy.USUAL, NOW);
    assertThat(outcome(decision)).isEqualTo(Outcome.IGNORED);
    assertThat(decision.change()).isNull();
    assertThat(decision.messages()).hasSize(1);
    assertThat(decision.messages().get(0).type()).isEqualTo("notification.received");
  }

  @ParameterizedTest
  @EnumSource(
      value = EventStatus.class,
      names = {"PAID", "CLOSED", "WAITING", "UNKNOWN"})
  void aYoungStrangerWaitsForItsOrder(EventStatus status) {
    Decision decision =
        Decide.stranger(payment(WECHAT, status).total(1000).claimed(), Policy.USUAL, NOW);
    assertThat(outcome(decision)).isEqualTo(Outcome.PARKED);
    assertThat(decision.settlements().get(0).retryIn()).isEqualTo(Duration.ofSeconds(1));
    assertThat(decision.cases()).isEmpty();
  }

  @Test
  void aStrangerIsTriedAtLeastEveryTenSecondsWhileItIsYoung() {
    for (int attempts = 0; attempts < 100; attempts++) {
      Settlement settlement =
          Decide.stranger(paid(WECHAT).triedBefore(attempts).claimed(), Policy.USUAL, NOW)
              .settlements()
              .get(0);
      assertThat(settlement.retryIn()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
    }
  }

  @Test
  void anOldStrangerWithMoneyBecomesACaseAndIsTriedFurther() {
    for (Telling money : List.of(paid(WECHAT), Telling.refunded("R1", 5))) {
      Decision decision =
          Decide.stranger(
              money.receivedAt(NOW.minus(Duration.ofMinutes(16))).claimed(), Policy.USUAL, NOW);
      assertThat(outcome(decision)).isEqualTo(Outcome.PARKED);
      assertThat(decision.settlements().get(0).retryIn()).isEqualTo(Duration.ofMinutes(10));
      assertThat(decision.cases())
          .extracting(NewCase::kind)
          .containsExactly(CaseKind.UNKNOWN_ORDER);
    }
  }

  @Test
  void aStrangerOfExactlyTheWaitingTimeIsStillYoung() {
    Decision decision =
        Decide.stranger(
            paid(WECHAT).receivedAt(NOW.minus(Policy.USUAL.parkedCaseAfter())).claimed(),
            Policy.USUAL,
            NOW);
    assertThat(decision.cases()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = EventStatus.class,
      names = {"CLOSED", "WAITING", "UNKNOWN"})
  void anOldStrangerWithoutMoneyIsIgnored(EventStatus status) {
    Decision decision =
        Decide.stranger(
            payment(WECHAT, status).receivedAt(NOW.minus(Duration.ofHours(1))).claimed(),
            Policy.USUAL,
            NOW);
    assertThat(outcome(decision)).isEqualTo(Outcome.IGNORED);
    assertThat(decision.cases()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = EventStatus.class, mode = Mode.MATCH_ANY, names = "REFUND_.*")
  void aRefundOfAnyStatusWaitsForItsPayment(EventStatus status) {
    Decision decision = world.tell(Telling.refund("R1", status, 300));
    assertThat(outcome(decision)).isEqualTo(Outcome.PARKED);
    assertThat(decision.cases()).isEmpty();
    assertThat(world.book).isEqualTo(Orderly.paying(WECHAT));
    world.now = NOW.plus(Duration.ofMinutes(16));
    world.untilStable();
    assertThat(world.caseKinds()).containsExactly("REFUND_MISMATCH");
    world.tell(paid(WECHAT));
    world.untilStable();
    assertThat(world.book.refunds()).hasSize(1);
  }

  @Test
  void anAttemptOfNoBookIsABrokenPromise() {
    Book book = Orderly.paying(WECHAT);
    assertThatThrownBy(() -> new World(book, Policy.USUAL).tell(paid(WECHAT).of("O7")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("O7");
  }
}
