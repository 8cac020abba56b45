package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.wechatpay.WechatPaySigner;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.Seeds;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.LoadRun;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;

/** One fact told often, in any order, by any way. */
class DuplicateCasesTest {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @OnHub
  void twentySendersOfOneBodyOnTwoNodesAreOneEffect(RunningHub hub) { // C42, F6, F21
    HubClient twin = hub.twin();
    for (Speaker speaker : Speaker.values()) {
      String user = "u-" + TestShop.newOrderNo();
      Payment payment = ordered(hub, speaker, user);
      Signed message = speaker.payment(hub, payment);
      List<Callable<Boolean>> senders = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        HubClient node = i % 2 == 0 ? hub.client() : twin;
        senders.add(
            () -> {
              speaker.assertSuccess(node.deliver(speaker.channel(), message));
              return true;
            });
      }
      assertThat(Simultaneously.run(senders, DEADLINE).all()).hasSize(20);
      paidOnce(hub, payment, user);
      deliveriesAre(hub, payment.outTradeNo(), 20);
    }
  }

  @OnHub
  void neighbouringKeysInOppositeOrderOnTwoNodesAreAllTaken(RunningHub hub) { // C46, F17, F19
    HubClient twin = hub.twin();
    String user = "u-" + TestShop.newOrderNo();
    List<Payment> payments = ordered(hub, user, 50, i -> Speaker.WECHAT);
    List<Payment> backwards = new ArrayList<>(payments);
    Collections.reverse(backwards);
    List<Callable<Boolean>> senders = new ArrayList<>();
    for (int i = 0; i < payments.size(); i++) {
      senders.add(sender(hub, hub.client(), Speaker.WECHAT, payments.get(i)));
      senders.add(sender(hub, twin, Speaker.WECHAT, backwards.get(i)));
    }
    assertThat(Simultaneously.run(senders, DEADLINE).all()).hasSize(100);
    allPaidOnce(hub, user, payments.size());
  }

  @OnHub
  void manyPaymentsOfOneUserAreAnsweredSoonAndSumUp(RunningHub hub) { // C47
    String user = "u-" + TestShop.newOrderNo();
    List<Payment> payments = ordered(hub, user, 200, Speaker::nth);
    List<Callable<Duration>> senders = new ArrayList<>();
    for (int i = 0; i < payments.size(); i++) {
      Callable<Boolean> sender = sender(hub, hub.client(), Speaker.nth(i), payments.get(i));
      senders.add(
          () -> {
            long start = System.nanoTime();
            sender.call();
            return Duration.ofNanos(System.nanoTime() - start);
          });
    }
    List<Duration> answers = Simultaneously.run(senders, DEADLINE).all();
    assertThat(answers).allMatch(took -> took.compareTo(Duration.ofSeconds(5)) < 0);
    allPaidOnce(hub, user, payments.size());
  }

  @OnHub
  void twoProtocolsOfOneMerchantTellOneFact(RunningHub hub) { // C41, C49
    String user = "u-" + TestShop.newOrderNo();
    int rounds = Counts.of(5, 50);
    for (int i = 0; i < rounds; i++) {
      Payment payment = TestShop.payment(hub.client().order(Setup.BOTH_V3, user), 1000);
      WechatPaySigner v3 =
          new WechatPaySigner(
              Setup.BOTH_V3_MERCHANT, TestShop.wechatPayKey(), TestShop.SERIAL, new Random(i));
      Signed third = v3.payment(payment, Instant.now());
      Signed second =
          hub.shop().wechatPayV2(Setup.BOTH_V2_MERCHANT).payment(payment, Instant.now());
      List<Callable<Integer>> ways =
          List.of(
              () -> hub.client().deliver(Setup.BOTH_V3, third).status(),
              () -> hub.client().deliver(Setup.BOTH_V2, second).status());
      assertThat(Simultaneously.run(ways, DEADLINE).all()).containsExactly(204, 200);
      hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
      assertThat(hub.notifications(payment.outTradeNo())).isEqualTo(1);
      assertThat(hub.messages(payment.outTradeNo(), "order.paid")).isEqualTo(1);
      deliveriesAre(hub, payment.outTradeNo(), 2);
    }
    assertThat(hub.client().balance(user, "token")).isEqualTo(1000L * rounds);
  }

  @OnHub
  void theSecondPaymentOfAnOrderIsKeptAsASurplus(RunningHub hub) { // C44, F39
    for (Speaker speaker : Speaker.values()) {
      String user = "u-" + TestShop.newOrderNo();
      Payment first = ordered(hub, speaker, user);
      Payment second = TestShop.payment(first.outTradeNo(), 1000);
      List<Callable<Boolean>> both =
          List.of(
              sender(hub, hub.client(), speaker, first),
              sender(hub, hub.client(), speaker, second));
      assertThat(Simultaneously.run(both, DEADLINE).all()).hasSize(2);
      hub.client().settledNotifications(first.outTradeNo(), 2);
      JsonNode order = hub.client().orderIn(first.outTradeNo(), "SUCCESS");
      assertThat(order.path("paid").path("value").asLong()).isEqualTo(1000);
      assertThat(order.path("unapplied").path("value").asLong()).isEqualTo(1000);
      assertThat(order.path("tradeNo").asString()).isIn(first.tradeNo(), second.tradeNo());
      assertThat(hub.client().casesOf(first.outTradeNo())).containsExactly("DOUBLE_PAYMENT");
      assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
      assertThat(hub.messages(first.outTradeNo(), "order.paid")).isEqualTo(1);
      for (Payment again : List.of(first, second, first)) {
        speaker.assertSuccess(hub.client().deliver(speaker.channel(), speaker.payment(hub, again)));
      }
      deliveriesAre(hub, first.outTradeNo(), 5);
      assertThat(hub.client().order(first.outTradeNo())).isEqualTo(order);
    }
  }

  @OnHub
  void aPaymentToldAgainInAnyLaterStateChangesNothing(RunningHub hub) { // C56, C62
    for (Speaker speaker : List.of(Speaker.ALIPAY, Speaker.WECHAT)) {
      String user = "u-" + TestShop.newOrderNo();
      Payment payment = ordered(hub, speaker, user);
      Signed paid = speaker.payment(hub, payment);
      hub.client().deliver(speaker.channel(), paid);
      hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
      long refunded = 0;
      for (String state : List.of("PARTIALLY_REFUNDED", "REFUNDED")) {
        refunded += 500;
        Refund refund = TestShop.refund("R" + refunded + payment.outTradeNo(), 500, refunded);
        Signed told = speaker.signer(hub.shop()).refund(payment, refund, Instant.now());
        hub.client().deliver(speaker.channel(), told);
        JsonNode before = hub.client().orderIn(payment.outTradeNo(), state);
        speaker.assertSuccess(hub.client().deliver(speaker.channel(), paid));
        speaker.assertSuccess(
            hub.client().deliver(speaker.channel(), speaker.payment(hub, payment)));
        speaker.assertSuccess(hub.client().deliver(speaker.channel(), told));
        hub.client().settledNotifications(payment.outTradeNo(), refunded == 500 ? 2 : 3);
        assertThat(hub.client().order(payment.outTradeNo())).isEqualTo(before);
        assertThat(hub.client().balance(user, "token")).isEqualTo(1000 - refunded);
      }
      assertThat(hub.client().casesOf(payment.outTradeNo())).isEmpty();
    }
  }

  @OnHub
  void aCloseToldTwiceOrUnderAnotherWordIsOneClose(RunningHub hub) { // C62
    Payment payment = ordered(hub, Speaker.ALIPAY, "u-close");
    for (int i = 0; i < 2; i++) {
      Speaker.ALIPAY.assertSuccess(
          hub.client()
              .deliver(TestShop.ALIPAY, hub.shop().alipay().closed(payment, Instant.now())));
    }
    hub.client().orderIn(payment.outTradeNo(), "CLOSED");
    Payment unnamed = new Payment(payment.outTradeNo(), "other", 1000, "x", Instant.now());
    hub.client().deliver(TestShop.ALIPAY, hub.shop().alipay().closed(unnamed, Instant.now()));
    hub.client().settledNotifications(payment.outTradeNo(), 2);
    assertThat(hub.messages(payment.outTradeNo(), "order.closed")).isEqualTo(1);
    assertThat(hub.client().casesOf(payment.outTradeNo())).isEmpty();
  }

  @OnHub
  void newsThatComesBeforeItsOrderWaitsForIt(RunningHub hub) { // C64, F47
    for (Speaker speaker : Speaker.values()) {
      String user = "u-" + TestShop.newOrderNo();
      String orderNo = TestShop.newOrderNo();
      Payment payment = TestShop.payment(orderNo, 1000);
      for (int i = 0; i < 3; i++) {
        speaker.assertSuccess(
            hub.client().deliver(speaker.channel(), speaker.payment(hub, payment)));
      }
      JsonNode row = hub.client().settledNotifications(orderNo, 1).get(0);
      assertThat(row.path("outcome").asString()).isEqualTo("PARKED");
      hub.client().order(speaker.channel(), user, orderNo);
      Eventually.until(
          () -> hub.client().order(orderNo).path("state").asString().equals("SUCCESS"),
          Duration.ofSeconds(10));
      paidOnce(hub, payment, user);
      deliveriesAre(hub, orderNo, 3);
    }
  }

  @OnHub
  void anOrderMadeWhileItsPaymentArrivesIsPaid(RunningHub hub) { // C64
    int rounds = Counts.of(10, 200);
    for (int i = 0; i < rounds; i++) {
      Speaker speaker = Speaker.nth(i);
      String orderNo = TestShop.newOrderNo();
      Payment payment = TestShop.payment(orderNo, 1000);
      List<Callable<Boolean>> both =
          List.of(
              sender(hub, hub.client(), speaker, payment),
              () -> hub.client().order(speaker.channel(), "u-race", orderNo).equals(orderNo));
      assertThat(Simultaneously.run(both, DEADLINE).all()).containsOnly(true);
      Eventually.until(
          () -> hub.client().order(orderNo).path("state").asString().equals("SUCCESS"),
          Duration.ofSeconds(10));
    }
  }

  @OnHub
  void aWaitingStateDoesNotUseUpTheKeyOfThePayment(RunningHub hub) { // C67, C59
    String user = "u-" + TestShop.newOrderNo();
    Payment payment = ordered(hub, Speaker.ALIPAY, user);
    var form = hub.shop().alipay().paymentForm(payment, Instant.now());
    Signed waiting = hub.shop().alipay().sign(form.with("trade_status", "WAIT_BUYER_PAY"));
    Speaker.ALIPAY.assertSuccess(hub.client().deliver(TestShop.ALIPAY, waiting));
    hub.client().settledNotifications(payment.outTradeNo(), 1);
    assertThat(hub.client().order(payment.outTradeNo()).path("state").asString())
        .isEqualTo("PAYING");
    Speaker.ALIPAY.assertSuccess(
        hub.client().deliver(TestShop.ALIPAY, hub.shop().alipay().sign(form)));
    paidOnce(hub, payment, user);
    Speaker.ALIPAY.assertSuccess(hub.client().deliver(TestShop.ALIPAY, waiting));
    hub.client().settledNotifications(payment.outTradeNo(), 2);
    assertThat(hub.client().order(payment.outTradeNo()).path("state").asString())
        .isEqualTo("SUCCESS");
  }

  @OnHub
  void oneEventWithTwoAmountsIsAConflictAndAtMostOneCredit(RunningHub hub) { // C52, F32
    for (Speaker speaker : Speaker.values()) {
      for (boolean rightFirst : new boolean[] {true, false}) {
        String user = "u-" + TestShop.newOrderNo();
        Payment payment = ordered(hub, speaker, user);
        Payment other = payment.withAmountFen(999);
        List<Payment> told = rightFirst ? List.of(payment, other) : List.of(other, payment);
        for (int i = 0; i < 2; i++) {
          speaker.assertSuccess(
              hub.client().deliver(speaker.channel(), speaker.payment(hub, told.get(i))));
          hub.client().settledNotifications(payment.outTradeNo(), i + 1);
        }
        hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
        assertThat(hub.client().casesOf(payment.outTradeNo())).contains("CONFLICT");
        assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
        assertThat(hub.messages(payment.outTradeNo(), "order.paid")).isEqualTo(1);
      }
    }
  }

  @OnHub
  void numbersThatLookAlikeAreDifferentOrders(RunningHub hub) { // S35
    String user = "u-" + TestShop.newOrderNo();
    String number = "Case" + TestShop.newOrderNo();
    List<String> made = List.of(number, number.toUpperCase(Locale.ROOT));
    made.forEach(orderNo -> hub.client().order(TestShop.WECHAT, user, orderNo));
    List<String> strange =
        List.of(number + " ", " " + number, number.replace("a", "á"), number + "\u0301");
    Payment shape = TestShop.payment(number, 1000);
    List<String> sent = new ArrayList<>(strange);
    sent.add(made.get(1));
    for (String outTradeNo : sent) {
      Payment payment = new Payment(outTradeNo, shape.tradeNo(), 1000, "x", shape.paidAt());
      Speaker.WECHAT.assertSuccess(
          hub.client().deliver(TestShop.WECHAT, Speaker.WECHAT.payment(hub, payment)));
    }
    for (String outTradeNo : strange) {
      Eventually.until(
          () ->
              hub.count(
                      "SELECT COUNT(*) FROM notification WHERE out_trade_no = ?"
                          + " AND outcome = 'PARKED'",
                      outTradeNo)
                  == 1,
          RunningHub.PATIENCE);
    }
    hub.client().orderIn(made.get(1), "SUCCESS");
    assertThat(hub.client().order(number).path("state").asString()).isEqualTo("PAYING");
    assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
    Speaker.WECHAT.assertSuccess(
        hub.client()
            .deliver(TestShop.WECHAT, Speaker.WECHAT.payment(hub, TestShop.payment(number, 1000))));
    hub.client().orderIn(number, "SUCCESS");
    assertThat(hub.client().balance(user, "token")).isEqualTo(2000);
    assertThat(hub.client().balance(user.toUpperCase(Locale.ROOT), "token")).isZero();
  }

  @OnHub
  void aMessageThatCannotBeStoredHarmsOnlyItself(RunningHub hub) { // F21
    String user = "u-" + TestShop.newOrderNo();
    List<Payment> good = new ArrayList<>();
    List<Callable<Boolean>> senders = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Payment payment = ordered(hub, Speaker.WECHAT, user);
      good.add(payment);
      senders.add(sender(hub, hub.client(), Speaker.WECHAT, payment));
    }
    for (String number : List.of("x".repeat(65) + user, "nul\u0000" + user)) {
      Signed poison =
          Speaker.WECHAT.payment(hub, new Payment(number, "t" + user, 1, "x", Instant.now()));
      senders.add(() -> hub.client().deliver(TestShop.WECHAT, poison).status() >= 200);
    }
    assertThat(Simultaneously.run(senders, DEADLINE).all()).containsOnly(true);
    good.forEach(payment -> hub.client().orderIn(payment.outTradeNo(), "SUCCESS"));
    assertThat(hub.client().balance(user, "token")).isEqualTo(20_000);
  }

  @OnHub(engines = Engine.H2)
  void deliveriesAreCountedExactly(RunningHub hub) {
    Payment payment = ordered(hub, Speaker.WECHAT, "u-count");
    Random random = new Random(Seeds.next("deliveriesAreCountedExactly"));
    int sent = 0;
    for (int burst = 0; burst < 5; burst++) {
      int threads = 1 + random.nextInt(10);
      Signed message = Speaker.WECHAT.payment(hub, payment);
      Simultaneously.run(
              threads, DEADLINE, () -> hub.client().deliver(TestShop.WECHAT, message).status())
          .all()
          .forEach(status -> assertThat(status).isEqualTo(204));
      sent += threads;
      deliveriesAre(hub, payment.outTradeNo(), sent);
    }
  }

  private static Callable<Boolean> sender(
      RunningHub hub, HubClient node, Speaker speaker, Payment payment) {
    Signed message = speaker.payment(hub, payment);
    return () -> {
      speaker.assertSuccess(node.deliver(speaker.channel(), message));
      return true;
    };
  }

  private static Payment ordered(RunningHub hub, Speaker speaker, String user) {
    return TestShop.payment(hub.client().order(speaker.channel(), user), 1000);
  }

  private static List<Payment> ordered(
      RunningHub hub, String user, int count, IntFunction<Speaker> speakers) {
    Payment[] payments = new Payment[count];
    LoadRun.Report made =
        new LoadRun(8, count, DEADLINE)
            .run(i -> payments[(int) i] = ordered(hub, speakers.apply((int) i), user));
    assertThat(made.failures()).isEmpty();
    return List.of(payments);
  }

  private static void allPaidOnce(RunningHub hub, String user, long count) {
    Eventually.value(
        () -> hub.client().balance(user, "token"),
        balance -> balance == 1000 * count,
        RunningHub.PATIENCE);
    assertThat(
            hub.count("SELECT COUNT(*) FROM orders WHERE user_id = ? AND state = 'SUCCESS'", user))
        .isEqualTo(count);
    for (String rows :
        List.of(
            "SELECT COUNT(*) FROM ledger_entry WHERE asset = 'token' AND user_id = ?",
            "SELECT COUNT(*) FROM notification n JOIN orders o ON o.order_no = n.out_trade_no"
                + " WHERE o.user_id = ?")) {
      assertThat(hub.count(rows, user)).isEqualTo(count);
    }
  }

  private static void paidOnce(RunningHub hub, Payment payment, String user) {
    JsonNode order = hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
    assertThat(order.path("paid").path("value").asLong()).isEqualTo(1000);
    assertThat(order.path("grants").size()).isEqualTo(1);
    assertThat(hub.client().balance(user, "token")).isEqualTo(1000);
    assertThat(hub.messages(payment.outTradeNo(), "order.paid")).isEqualTo(1);
    assertThat(hub.messages(payment.outTradeNo(), "entitlement.granted")).isEqualTo(1);
    assertThat(hub.count("SELECT COUNT(*) FROM receipt WHERE order_no = ?", payment.outTradeNo()))
        .isEqualTo(1);
  }

  private static void deliveriesAre(RunningHub hub, String orderNo, long count) {
    Eventually.value(
        () ->
            hub.client().notifications(orderNo).stream()
                .mapToLong(row -> row.path("deliveries").asLong())
                .sum(),
        sum -> sum == count,
        RunningHub.PATIENCE);
  }
}
