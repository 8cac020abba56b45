package io.paidonce.hub.pipeline;

import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.order.Book;
import io.paidonce.reference.Fact;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.junit.jupiter.api.Test;

/**
 * Facts that cannot all be true: where they end depends on their order, but the money is never
 * wrong and nothing final moves back. {@link World} counts the money after each batch.
 */
class ContradictionsTest {

  /** What is told to one order, each alone or together with those before it. */
  private record Told(boolean alipay, List<Script.Told> facts, List<Boolean> cuts) {}

  private static Arbitrary<Fact> facts() {
    Arbitrary<String> attempts = Arbitraries.of("O1", "O1B");
    Arbitrary<String> trades = Arbitraries.of("T1", "T2");
    Arbitrary<String> numbers = Arbitraries.of("R1", "R2", "R3");
    Arbitrary<Long> amounts = Arbitraries.of(700L, 300L, 1000L, 301L, 1001L);
    Arbitrary<Fact> paid =
        Combinators.combine(attempts, trades, Arbitraries.of(Script.PRICE, Script.PRICE, 999L))
            .as(Fact.Paid::new);
    Arbitrary<Fact> closed = attempts.map(Fact.Closed::new);
    Arbitrary<Fact> unclear = attempts.map(Fact.Unclear::new);
    Arbitrary<Fact> refunds =
        Combinators.combine(attempts, trades, numbers, amounts, Arbitraries.of(Fact.Progress.class))
            .as(Fact.Refunded::new);
    Arbitrary<Fact> inAll =
        Combinators.combine(attempts, trades, numbers.injectNull(0.5), amounts)
            .as(Fact.RefundedInAll::new);
    return Arbitraries.oneOf(List.of(paid, paid, closed, unclear, refunds, refunds, inAll));
  }

  private static Arbitrary<Told> any() {
    Arbitrary<Script.Told> one =
        Combinators.combine(
                facts(), Arbitraries.of(Evidence.CALLBACK, Evidence.QUERY, Evidence.BILL))
            .as(Script.Told::new);
    return Combinators.combine(
            Arbitraries.of(true, false),
            one.list().ofMinSize(2).ofMaxSize(20),
            Arbitraries.of(true, false).list().ofSize(20))
        .as(Told::new);
  }

  @Test
  void contradictionsNeverCostMoney() { // S37, C84
    Sought.holds(
        any(),
        Seeds.next("ContradictionsTest"),
        Counts.of(ModelTest.SMALL, ModelTest.FULL),
        ContradictionsTest::play);
  }

  private static void play(Told told) {
    Book book =
        Orderly.withAttempt(
            Orderly.paying(told.alipay ? Telling.ALIPAY : Telling.WECHAT), Script.second("O1"));
    World world = new World(book, Policy.USUAL);
    List<Claimed> batch = new ArrayList<>();
    for (int i = 0; i < told.facts.size(); i++) {
      // Cumulative figures are Alipay's; a WeChat order is not told any.
      boolean cumulative = told.facts.get(i).fact() instanceof Fact.RefundedInAll;
      if (told.alipay || !cumulative) {
        batch.add(Provider.tell(told.alipay, told.facts.get(i)).claimed());
      }
      if (told.cuts.get(i) && !batch.isEmpty()) {
        tell(world, batch);
        batch = new ArrayList<>(world.takeParked());
      }
    }
    tell(world, batch);
    Book before = world.book;
    world.untilStable();
    Seen.nothingMovedBack(before, world.book);
  }

  private static void tell(World world, List<Claimed> batch) {
    Book before = world.book;
    world.tell(batch);
    Seen.nothingMovedBack(before, world.book);
  }
}
