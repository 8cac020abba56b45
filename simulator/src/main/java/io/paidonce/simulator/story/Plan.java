package io.paidonce.simulator.story;

import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Writes the scripts of one run: every dialect's good, late, early, double, wrong and forged ways
 * to pay. The same seed gives the same scripts in the same order.
 */
final class Plan {

  private static final int USERS_PER_PROMISE = 4;
  private static final long PARTIAL_FEN = 333;

  private final List<Script> first = new ArrayList<>();
  private final List<Script> rest = new ArrayList<>();
  private final String run;
  private final Instant now;
  private final Random random;
  private int count;

  private Plan(String run, Instant now, Random random) {
    this.run = run;
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
    this.random = random;
  }

  /** All scripts; those that must meet a living hub come first. */
  static List<Script> write(Cast cast, Instant now, Random random) {
    Plan plan = new Plan(cast.run(), now, random);
    AlipayActor alipay = cast.alipayActor();
    for (Actor actor :
        List.of(alipay, cast.wechatPayActor(random), cast.wechatPayV2Actor(random))) {
      plan.ordinary(actor);
      plan.attacked(actor);
      plan.awkward(actor);
    }
    for (Actor actor : List.of(alipay, cast.wechatPayActor(random))) {
      plan.refunded(actor);
    }
    plan.closed(alipay);
    plan.unsignedRefunds(cast.wechatPayV2Actor(random));
    Collections.shuffle(plan.first, random);
    Collections.shuffle(plan.rest, random);
    List<Script> all = new ArrayList<>(plan.first);
    all.addAll(plan.rest);
    return all;
  }

  /** One more paid order, for the trickle after the story. */
  static Script another(Actor actor, String run, int number, Instant now, Random random) {
    Plan plan = new Plan(run + "t", now, random);
    plan.count = number;
    plan.paid(actor, Product.TOKENS_1000, 1, number);
    return plan.rest.get(0);
  }

  private void ordinary(Actor actor) {
    for (int i = 0; i < 9; i++) {
      paid(actor, i % 2 == 0 ? Product.TOKENS_1000 : Product.TOKENS_700, i % 5 == 4 ? 3 : 1, i);
    }
    paid(actor, Product.PRO_MONTHLY, 1, 0);
    paid(actor, Product.PRO_MONTHLY, 1, 1);
  }

  private void paid(Actor actor, Product product, int quantity, int flavour) {
    Draft draft = new Draft(actor, product, quantity);
    Fact paid = draft.paid(flavour);
    rest.add(
        draft.script(
            Promise.CREDITED_ONCE,
            List.of(new Step.Create(), tell(paid, 2), tell(paid, 1), tell(paid, 1)),
            draft.expectPaid()));
  }

  private void attacked(Actor actor) {
    for (int i = 0; i < 3; i++) {
      Draft draft = new Draft(actor, Product.TOKENS_1000, 1);
      Fact paid = draft.paid(i);
      List<Step> steps = new ArrayList<>();
      steps.add(new Step.Create());
      steps.addAll(actor.attacks(draft.payment));
      steps.addAll(List.of(tell(paid, 2), tell(paid, 1)));
      rest.add(draft.script(Promise.CREDITED_ONCE, steps, draft.expectPaid()));
    }
    for (int i = 0; i < 2; i++) {
      Draft draft = new Draft(actor, Product.TOKENS_1000, 1);
      List<Step> steps = new ArrayList<>();
      steps.add(new Step.Create());
      steps.addAll(actor.attacks(draft.payment));
      rest.add(draft.script(Promise.FORGERIES_REFUSED, steps, Expected.unpaid()));
    }
  }

  /** Wrong amount, unknown order, payment before its order. */
  private void awkward(Actor actor) {
    Draft wrong = new Draft(actor, Product.TOKENS_1000, 1);
    Fact tooLittle = new Fact("paid-one-fen", actor.payment(wrong.payment.withAmountFen(1), 0));
    rest.add(
        wrong.script(
            Promise.WRONG_AMOUNT,
            List.of(new Step.Create(), tell(tooLittle, 2), tell(tooLittle, 1)),
            new Expected("PAYING", 0, 0, Expected.ANY, 0, "AMOUNT_MISMATCH")));
    Draft unknown = new Draft(actor, Product.TOKENS_1000, 1);
    Fact stranger = unknown.paid(0);
    rest.add(
        unknown.script(
            Promise.UNKNOWN_ORDER,
            List.of(tell(stranger, 2), tell(stranger, 1)),
            new Expected("", 0, 0, 0, 0, "")));
    for (int i = 0; i < 2; i++) {
      Draft early = new Draft(actor, Product.TOKENS_700, 1);
      Fact paid = early.paid(i);
      first.add(
          early.script(
              Promise.EARLY_PAYMENT,
              List.of(tell(paid, 2), new Step.Create(), tell(paid, 1), tell(paid, 1)),
              early.expectPaid()));
    }
  }

  private void refunded(Actor actor) {
    for (int i = 0; i < 2; i++) {
      Draft once = new Draft(actor, Product.TOKENS_700, 1);
      Fact part = once.refund(1, PARTIAL_FEN, PARTIAL_FEN);
      refundScript(once, List.of(tell(part, 2), tell(part, 1)), PARTIAL_FEN);

      Draft twice = new Draft(actor, Product.TOKENS_700, 1);
      Fact one = twice.refund(1, PARTIAL_FEN, PARTIAL_FEN);
      Fact two = twice.refund(2, PARTIAL_FEN, 2 * PARTIAL_FEN);
      List<Step> order =
          i == 0
              ? List.of(tell(one, 2), tell(two, 2), tell(one, 1))
              : List.of(tell(two, 2), tell(one, 2), tell(two, 1)); // C82
      refundScript(twice, order, 2 * PARTIAL_FEN);

      Draft full = new Draft(actor, Product.TOKENS_1000, 1);
      Fact all = full.refund(1, full.amountFen(), full.amountFen());
      refundScript(full, List.of(tell(all, 2), tell(all, 1)), full.amountFen());

      Draft before = new Draft(actor, Product.TOKENS_700, 1);
      Fact back = before.refund(1, PARTIAL_FEN, PARTIAL_FEN);
      Fact paid = before.paid(0);
      rest.add(
          before.script(
              Promise.REFUNDS_EXACT,
              List.of(new Step.Create(), tell(back, 2), tell(paid, 2), tell(back, 1)),
              before.expectRefunded(PARTIAL_FEN)));
    }
  }

  private void refundScript(Draft draft, List<Step> refundSteps, long refundedFen) {
    Fact paid = draft.paid(0);
    List<Step> steps = new ArrayList<>(List.of(new Step.Create(), tell(paid, 2), tell(paid, 1)));
    steps.addAll(refundSteps);
    rest.add(draft.script(Promise.REFUNDS_EXACT, steps, draft.expectRefunded(refundedFen)));
  }

  private void closed(AlipayActor alipay) {
    for (int i = 0; i < 2; i++) {
      Draft late = new Draft(alipay, Product.TOKENS_1000, 1);
      Fact paid = late.paid(i);
      Fact close = new Fact("closed", alipay.closed(late.payment));
      first.add(
          late.script(
              Promise.LATE_CLOSE,
              List.of(
                  new Step.Create(),
                  tell(paid, 2),
                  new Step.Await("SUCCESS"),
                  tell(close, 2),
                  tell(paid, 1)),
              late.expectPaid()));

      Draft closedFirst = new Draft(alipay, Product.TOKENS_1000, 1);
      Fact paidLate = closedFirst.paid(i);
      Fact closeFirst = new Fact("closed", alipay.closed(closedFirst.payment));
      first.add(
          closedFirst.script(
              Promise.LATE_PAYMENT,
              List.of(
                  new Step.Create(),
                  tell(closeFirst, 1),
                  new Step.Await("CLOSED"),
                  tell(paidLate, 2),
                  tell(paidLate, 1)),
              new Expected("CLOSED", 0, 0, closedFirst.amountFen(), 0, "LATE_PAYMENT")));
    }
  }

  private void unsignedRefunds(Actor actor) {
    for (int i = 0; i < 2; i++) {
      Draft draft = new Draft(actor, Product.TOKENS_1000, 1);
      Fact paid = draft.paid(i);
      Fact refund = draft.refund(1, draft.amountFen(), draft.amountFen());
      first.add(
          draft.script(
              Promise.UNSIGNED_REFUND,
              List.of(
                  new Step.Create(),
                  tell(paid, 2),
                  new Step.Await("SUCCESS"),
                  tell(refund, 2),
                  tell(refund, 1)),
              draft.expectPaid()));
    }
  }

  private static Step.Tell tell(Fact fact, int copies) {
    return new Step.Tell(fact, copies);
  }

  /** An order being written: its numbers, its payment. */
  private final class Draft {

    private final Actor actor;
    private final Product product;
    private final int quantity;
    private final String orderNo;
    private final int number;
    private final Payment payment;

    Draft(Actor actor, Product product, int quantity) {
      this.actor = actor;
      this.product = product;
      this.quantity = quantity;
      this.number = ++count;
      this.orderNo = String.format(Locale.ROOT, "D%s-%s%03d", run, actor.letter(), number);
      this.payment =
          new Payment(orderNo, providerNo("4200"), amountFen(), "词元 " + product.code(), now);
    }

    long amountFen() {
      return product.priceFen() * quantity;
    }

    Fact paid(int flavour) {
      return new Fact("paid", actor.payment(payment, flavour));
    }

    Fact refund(int ordinal, long amountFen, long cumulativeFen) {
      Refund refund =
          new Refund(
              orderNo + "-r" + ordinal,
              providerNo("5030"),
              amountFen,
              cumulativeFen,
              now.plusSeconds(ordinal));
      return new Fact("refund-" + ordinal, actor.refund(payment, refund));
    }

    Expected expectPaid() {
      return Expected.paid(amountFen(), product.tokens() * quantity);
    }

    Expected expectRefunded(long refundedFen) {
      return Expected.refunded(amountFen(), product.tokens() * quantity, refundedFen);
    }

    /** Users are never shared between promises, so that a wrong balance names the right one. */
    Script script(Promise promise, List<Step> steps, Expected expected) {
      String group = promise.name().toLowerCase(Locale.ROOT).replace('_', '-');
      String userId = "u-" + run + "-" + group + "-" + number % USERS_PER_PROMISE;
      return new Script(orderNo, userId, actor, product, quantity, promise, steps, expected);
    }

    /** 28 digits, unique over runs by the second and within a run by the order. */
    private String providerNo(String prefix) {
      return prefix
          + String.format(
              Locale.ROOT,
              "%010d%06d%08d",
              now.getEpochSecond(),
              number,
              random.nextInt(100_000_000));
    }
  }
}
