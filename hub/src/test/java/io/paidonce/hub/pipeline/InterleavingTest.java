package io.paidonce.hub.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.order.OrderState;
import io.paidonce.hub.order.Receipt;
import io.paidonce.hub.order.Refund;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The same facts in any order, told any number of times and cut into any batches, come to the same
 * end: the one that a model far simpler than the hub computes from the facts alone.
 */
class InterleavingTest {

  private static final int SMALL = 5;
  private static final int LARGE = 14;
  private static final int ORDERS_OF_A_LARGE_SET = 2;

  @ParameterizedTest
  @EnumSource(Policy.LatePayment.class)
  void everyOrderOfAFewFactsEndsTheSame(Policy.LatePayment late) { // S37, C82
    long seed = Seeds.next("InterleavingTest.few." + late);
    Random random = new Random(seed);
    for (int n = Counts.of(100, 5_000); n > 0; n--) {
      Facts facts = Facts.draw(random, SMALL);
      for (List<Supplier<Telling>> order : permutations(facts.tellings())) {
        play(facts, order, late, random);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Policy.LatePayment.class)
  void manyFactsRepeatedAndInBatchesEndTheSame(Policy.LatePayment late) { // S37, C82
    long seed = Seeds.next("InterleavingTest.many." + late);
    Random random = new Random(seed);
    for (int n = Counts.of(2_000, 50_000); n > 0; n--) {
      Facts facts = Facts.draw(random, LARGE);
      for (int i = 0; i < ORDERS_OF_A_LARGE_SET; i++) {
        List<Supplier<Telling>> order = new ArrayList<>(facts.tellings());
        for (int again = random.nextInt(4); again > 0; again--) {
          order.add(facts.tellings().get(random.nextInt(facts.tellings().size())));
        }
        Collections.shuffle(order, random);
        play(facts, order, late, random);
      }
    }
  }

  /** Tells the facts in this order, in batches of chance, and compares the end with the model. */
  private static void play(
      Facts facts, List<Supplier<Telling>> order, Policy.LatePayment late, Random random) {
    Policy policy =
        new Policy(
            late,
            Policy.Clawback.NEGATIVE,
            Policy.USUAL.parkedCaseAfter(),
            Policy.USUAL.attemptsMax());
    World world = new World(facts.start(), policy);
    List<Claimed> batch = new ArrayList<>();
    List<String> story = new ArrayList<>();
    for (Supplier<Telling> telling : order) {
      batch.add(telling.get().claimed());
      story.add(words(batch.get(batch.size() - 1)));
      if (random.nextInt(3) > 0) {
        if (random.nextInt(3) == 0) {
          batch.addAll(world.takeParked());
        }
        story.add("|");
        world.tell(batch);
        batch = new ArrayList<>();
      }
    }
    world.tell(batch);
    world.untilStable();
    assertThat(seen(world)).as("%s", story).isEqualTo(model(facts, world, late));
    assertThat(caseKinds(world))
        .as("cases after %s", story)
        .isEqualTo(expectedCases(facts, world, late));
    nothingMoreBy(facts, world, story);
  }

  /** All of it told once more changes nothing. */
  private static void nothingMoreBy(Facts facts, World world, List<String> story) {
    world.takeParked();
    Decision again =
        world.tell(facts.tellings().stream().map(telling -> telling.get().claimed()).toList());
    var change = Objects.requireNonNull(again.change());
    assertThat(change.after()).as("again %s", story).isEqualTo(change.before());
    assertThat(again.postings()).isEmpty();
    assertThat(again.messages()).isEmpty();
    assertThat(again.newGrants()).isEmpty();
    assertThat(again.changedGrants()).isEmpty();
    assertThat(again.settlements()).noneMatch(s -> s.outcome() == Outcome.APPLIED);
  }

  /** What the facts come to, given which trade was taken as the payment (null: none, late). */
  private static Map<String, Object> model(Facts facts, World world, Policy.LatePayment late) {
    String settledBy = world.book.order().tradeNo();
    boolean allClosed = facts.closed().size() == facts.attempts();
    boolean mayBeLate = allClosed && late != Policy.LatePayment.FULFIL;
    boolean anyPaid = !facts.trades().isEmpty();
    if (anyPaid && !mayBeLate) {
      assertThat(settledBy).isIn(facts.trades().stream().map(Facts.Trade::tradeNo).toList());
    }
    long paid = 0;
    long refunded = 0;
    long unapplied = 0;
    boolean open = false;
    for (Facts.Trade trade : facts.trades()) {
      if (trade.tradeNo().equals(settledBy)) {
        paid = 1000;
        refunded = trade.refunded();
        open = trade.open();
      } else {
        unapplied += 1000 - trade.refunded();
      }
    }
    long granted = paid == 0 ? 0 : facts.start().order().grantAmount();
    long taken = refunded == 1000 ? granted : granted * refunded / 1000;
    Map<String, Object> end = new LinkedHashMap<>();
    end.put("state", state(paid, refunded, open, allClosed));
    end.put("paid", paid);
    end.put("refunded", refunded);
    end.put("unapplied", unapplied);
    end.put("taken", taken);
    end.put("tokens", granted - taken);
    end.put("provider", paid - refunded + unapplied);
    end.put("sales", refunded - paid);
    List<String> trades = facts.trades().stream().map(Facts.Trade::tradeNo).sorted().toList();
    end.put("receipts", trades);
    boolean giveBack = paid == 0 && late == Policy.LatePayment.REFUND;
    end.put("refunds we ask for", giveBack ? trades : List.of());
    return end;
  }

  private static OrderState state(long paid, long refunded, boolean open, boolean allClosed) {
    if (paid == 0) {
      return allClosed ? OrderState.CLOSED : OrderState.PAYING;
    }
    if (open) {
      return OrderState.REFUND_PROCESSING;
    }
    if (refunded == paid) {
      return OrderState.REFUNDED;
    }
    return refunded == 0 ? OrderState.SUCCESS : OrderState.PARTIALLY_REFUNDED;
  }

  private static Map<String, Object> seen(World world) {
    var order = world.book.order();
    String provider = "provider:" + world.book.attempts().get(0).merchant() + " CNY";
    Map<String, Object> end = new LinkedHashMap<>();
    end.put("state", order.state());
    end.put("paid", order.paidMinor());
    end.put("refunded", order.refundedMinor());
    end.put("unapplied", order.unappliedMinor());
    end.put("taken", world.taken());
    end.put("tokens", world.balance("token"));
    end.put("provider", world.ledger.getOrDefault(provider, 0L));
    end.put("sales", world.ledger.getOrDefault("sales CNY", 0L));
    end.put("receipts", world.book.receipts().stream().map(Receipt::tradeNo).sorted().toList());
    end.put(
        "refunds we ask for",
        world.book.refunds().stream()
            .filter(r -> "late payment".equals(r.reason()))
            .map(Refund::tradeNo)
            .sorted()
            .toList());
    return end;
  }

  /** A wrong amount ends in one case of either kind: told alone, or beside the right one. */
  private static Set<String> caseKinds(World world) {
    Set<String> kinds = world.caseKinds();
    if (kinds.removeAll(Set.of("CONFLICT", "AMOUNT_MISMATCH"))) {
      kinds.add("WRONG_AMOUNT");
    }
    return kinds;
  }

  private static Set<String> expectedCases(Facts facts, World world, Policy.LatePayment late) {
    Set<String> kinds = new TreeSet<>();
    boolean settled = world.book.order().tradeNo() != null;
    if (facts.contradictions()) {
      kinds.add("WRONG_AMOUNT");
    }
    if (!settled && !facts.trades().isEmpty() && late == Policy.LatePayment.CASE) {
      kinds.add("LATE_PAYMENT");
    }
    if (settled && facts.trades().size() > 1) {
      kinds.add("DOUBLE_PAYMENT");
    }
    return kinds;
  }

  private static String words(Claimed claimed) {
    var event = claimed.event();
    return event.status()
        + " "
        + event.outTradeNo()
        + " "
        + event.tradeNo()
        + " "
        + event.refundNo()
        + " "
        + event.total()
        + event.refund()
        + event.refundedTotal()
        + " "
        + event.evidence();
  }

  private static <T> List<List<T>> permutations(List<T> of) {
    if (of.isEmpty()) {
      return List.of(List.of());
    }
    List<List<T>> all = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      List<T> rest = new ArrayList<>(of);
      T first = rest.remove(i);
      for (List<T> tail : permutations(rest)) {
        List<T> one = new ArrayList<>();
        one.add(first);
        one.addAll(tail);
        all.add(one);
      }
    }
    return all;
  }
}
