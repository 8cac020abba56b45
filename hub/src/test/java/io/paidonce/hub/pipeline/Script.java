package io.paidonce.hub.pipeline;

import io.paidonce.hub.model.Evidence;
import io.paidonce.reference.Deal;
import io.paidonce.reference.Fact;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;

/**
 * How an order is made and what is told about it, in which order, by whom and in which batches. All
 * that is told can be true together, but for what is plainly false by itself: a payment of another
 * amount, a refund of more than was paid.
 *
 * @param made the order
 * @param first refunds of the first trade
 * @param second refunds of the second trade
 * @param steps what is told
 */
record Script(Made made, List<Part> first, List<Part> second, List<Step> steps) {

  static final long PRICE = 1000;
  private static final int STEPS_MAX = 24;
  private static final int WHAT_MAX = 999;

  /** An order and what its operator chose. */
  record Made(
      boolean alipay,
      boolean twoAttempts,
      Deal.Goods goods,
      long units,
      Policy.LatePayment late,
      Policy.Clawback clawback) {

    Deal deal(String orderNo) {
      long granted =
          switch (goods) {
            case UNITS -> units;
            case SUBSCRIPTION -> 1;
            case PLAIN -> 0;
          };
      return new Deal(
          twoAttempts ? List.of(orderNo, second(orderNo)) : List.of(orderNo),
          PRICE,
          granted,
          goods,
          Deal.Late.valueOf(late.name()));
    }

    Policy policy() {
      return new Policy(late, clawback, Policy.USUAL.parkedCaseAfter(), Policy.USUAL.attemptsMax());
    }
  }

  /** A refund as the provider knows it in the end. */
  record Part(long amount, Fact.Progress progress) {}

  /** Whether a batch ends behind a step, and whether what is parked is tried again with it. */
  enum Cut {
    NONE,
    CUT,
    CUT_AND_AGAIN
  }

  /** One telling: {@code what} picks among the facts that can be told. */
  record Step(int what, Evidence by, Cut cut) {}

  /** One fact, told by this source. */
  record Told(Fact fact, Evidence by) {}

  /** What is told together, and whether what is parked is tried again with it. */
  record Batch(List<Told> told, boolean again) {
    Set<Fact> facts() {
      return told.stream().map(Told::fact).collect(Collectors.toCollection(LinkedHashSet::new));
    }
  }

  static String second(String orderNo) {
    return orderNo + "B";
  }

  /** Scripts of any kind. */
  static Arbitrary<Script> any() {
    Arbitrary<Made> made =
        Combinators.combine(
                Arbitraries.of(true, false),
                Arbitraries.of(false, true),
                Arbitraries.of(Deal.Goods.class),
                Arbitraries.longs().between(1, 1_500),
                Arbitraries.of(Policy.LatePayment.class),
                Arbitraries.of(Policy.Clawback.class))
            .as(Made::new);
    Arbitrary<Long> amounts =
        Arbitraries.oneOf(Arbitraries.of(PRICE, 1L, 999L), Arbitraries.longs().between(1, PRICE));
    Arbitrary<List<Part>> parts =
        Combinators.combine(amounts, Arbitraries.of(Fact.Progress.class))
            .as(Part::new)
            .list()
            .ofMaxSize(3);
    Arbitrary<List<Step>> steps =
        Combinators.combine(
                Arbitraries.integers()
                    .between(0, WHAT_MAX)
                    .withDistribution(RandomDistribution.uniform()),
                Arbitraries.of(Evidence.CALLBACK, Evidence.QUERY, Evidence.BILL),
                Arbitraries.of(Cut.class))
            .as(Step::new)
            .list()
            .ofMinSize(1)
            .ofMaxSize(STEPS_MAX);
    return Combinators.combine(made, parts, parts, steps).as(Script::new);
  }

  /** The same script under this late-payment policy. */
  Script with(Policy policy) {
    Made other =
        new Made(
            made.alipay,
            made.twoAttempts,
            made.goods,
            made.units,
            policy.latePayment(),
            policy.clawback());
    return new Script(other, first, second, steps);
  }

  /** What is told about the order of this number. */
  List<Batch> batches(String orderNo) {
    List<Fact> tellable = tellable(orderNo);
    List<Batch> batches = new ArrayList<>();
    List<Told> batch = new ArrayList<>();
    for (Step step : steps) {
      batch.add(new Told(tellable.get(step.what % tellable.size()), step.by));
      if (step.cut != Cut.NONE) {
        batches.add(new Batch(List.copyOf(batch), step.cut == Cut.CUT_AND_AGAIN));
        batch.clear();
      }
    }
    if (!batch.isEmpty()) {
      batches.add(new Batch(List.copyOf(batch), false));
    }
    return batches;
  }

  /** Facts that can be told; what matters most comes first, and more than once. */
  private List<Fact> tellable(String orderNo) {
    String other = made.twoAttempts ? second(orderNo) : orderNo;
    List<Fact> facts = new ArrayList<>();
    Fact.Paid paid = new Fact.Paid(orderNo, orderNo + "T1", PRICE);
    Fact.Paid another = new Fact.Paid(other, orderNo + "T2", PRICE);
    facts.addAll(List.of(paid, new Fact.Closed(orderNo), new Fact.Closed(other), another, paid));
    facts.addAll(refunds(paid, first));
    facts.addAll(refunds(another, second));
    facts.add(new Fact.Started(orderNo));
    facts.add(new Fact.Unclear(other));
    facts.add(new Fact.Closed(orderNo));
    facts.add(new Fact.Closed(other));
    facts.add(new Fact.Paid(orderNo, orderNo + "T1", 1));
    facts.add(new Fact.Paid(other, orderNo + "T9", PRICE + 1));
    facts.add(
        made.alipay
            ? new Fact.RefundedInAll(orderNo, paid.trade(), null, PRICE + 1)
            : new Fact.Refunded(
                orderNo, paid.trade(), paid.trade() + "X", PRICE + 1, Fact.Progress.SUCCEEDED));
    return facts;
  }

  /** Refunds never go beyond the payment; one of all of it may be the one we asked for. */
  private List<Fact> refunds(Fact.Paid paid, List<Part> parts) {
    List<Fact> facts = new ArrayList<>();
    long left = PRICE;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      long amount = Math.min(part.amount, left);
      if (amount == 0) {
        break;
      }
      boolean whole = amount == PRICE;
      String number = whole ? Deal.lateRefund(paid.trade()) : paid.trade() + "R" + i;
      boolean released = !made.alipay && part.progress == Fact.Progress.CLOSED;
      left -= released ? 0 : amount;
      if (made.alipay) {
        boolean numbered = whole || part.progress.name().length() % 2 == 0;
        facts.add(
            new Fact.RefundedInAll(
                paid.attempt(), paid.trade(), numbered ? number : null, PRICE - left));
        facts.add(refund(paid, number, amount, Fact.Progress.SUCCEEDED));
      } else {
        facts.add(refund(paid, number, amount, part.progress));
        facts.add(refund(paid, number, amount, Fact.Progress.PROCESSING));
        if (part.progress != Fact.Progress.PROCESSING) {
          facts.add(refund(paid, number, amount, Fact.Progress.ABNORMAL));
        }
      }
      if (whole && released) {
        break; // its number is used up
      }
    }
    return facts;
  }

  private static Fact refund(Fact.Paid paid, String no, long amount, Fact.Progress progress) {
    return new Fact.Refunded(paid.attempt(), paid.trade(), no, amount, progress);
  }
}
