package io.paidonce.reference;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What facts come to, by the rules and by nothing else: sets, sums and maxima, without a history.
 *
 * <p>Two things only depend on when something was told: which of several payments settles the order
 * (one of those in the first batch that has a payment), and whether money is late (every attempt
 * was told as closed in batches before that one). All else is a function of the set.
 */
public final class Reference {

  private Reference() {}

  /** The ends that are right after these batches, which are told in this order. */
  public static List<End> ends(Deal deal, List<? extends Set<Fact>> batches) {
    Set<Fact> facts = new LinkedHashSet<>();
    batches.forEach(facts::addAll);
    Set<String> closed = new HashSet<>();
    for (Set<Fact> batch : batches) {
      Set<String> paid = paid(deal, batch).keySet();
      if (!paid.isEmpty()) {
        boolean late = deal.late() != Deal.Late.FULFIL && closed.containsAll(deal.attempts());
        return late
            ? List.of(end(deal, facts, null))
            : paid.stream().map(trade -> end(deal, facts, trade)).toList();
      }
      closed.addAll(closed(batch));
    }
    return List.of(end(deal, facts, null));
  }

  private static End end(Deal deal, Set<Fact> facts, @Nullable String settledBy) {
    Map<String, String> payments = paid(deal, facts);
    boolean giveBack = settledBy == null && deal.late() == Deal.Late.REFUND;
    Map<String, Long> receipts = new TreeMap<>();
    Map<String, String> refunds = new TreeMap<>();
    Map<String, Long> unattributed = new TreeMap<>();
    long unapplied = 0;
    Trade settled = null;
    for (String no : payments.keySet()) {
      Trade trade = Trade.of(deal, facts, no, giveBack);
      receipts.put(no, trade.refunded());
      trade.refunds().forEach((n, r) -> refunds.put(no + " " + n, r.state + " " + r.amount));
      if (trade.refunded() > trade.named()) {
        unattributed.put(no, trade.refunded() - trade.named());
      }
      if (no.equals(settledBy)) {
        settled = trade;
      } else {
        unapplied += deal.price() - trade.refunded();
      }
    }
    long paid = settled == null ? 0 : deal.price();
    long refunded = settled == null ? 0 : settled.refunded();
    long granted = settled == null ? 0 : deal.granted();
    long taken = settled == null ? 0 : taken(deal, refunded);
    return new End(
        settled == null ? unpaid(deal, facts) : paid(settled, deal.price()),
        attempts(deal, facts, payments.values()),
        paid,
        refunded,
        unapplied,
        receipts,
        refunds,
        unattributed,
        granted,
        taken,
        entries(deal, paid - refunded, unapplied, granted - taken),
        cases(deal, facts, payments.keySet(), settledBy != null));
  }

  /** Trades of the right amount, each with the attempt it paid. */
  private static Map<String, String> paid(Deal deal, Set<Fact> facts) {
    Map<String, String> paid = new TreeMap<>();
    for (Fact fact : facts) {
      if (fact instanceof Fact.Paid one && one.amount() == deal.price()) {
        paid.put(one.trade(), one.attempt());
      }
    }
    return paid;
  }

  private static Set<String> closed(Set<Fact> facts) {
    Set<String> closed = new TreeSet<>();
    for (Fact fact : facts) {
      if (fact instanceof Fact.Closed one) {
        closed.add(one.attempt());
      }
    }
    return closed;
  }

  private static String unpaid(Deal deal, Set<Fact> facts) {
    return closed(facts).containsAll(deal.attempts()) ? "CLOSED" : "PAYING";
  }

  private static String paid(Trade trade, long price) {
    if (trade.refunds().values().stream().anyMatch(r -> r.open)) {
      return "REFUND_PROCESSING";
    }
    if (trade.refunded() == 0) {
      return "SUCCESS";
    }
    return trade.refunded() < price ? "PARTIALLY_REFUNDED" : "REFUNDED";
  }

  private static Map<String, String> attempts(Deal deal, Set<Fact> facts, Iterable<String> paid) {
    Map<String, String> attempts = new TreeMap<>();
    deal.attempts().forEach(no -> attempts.put(no, "PAYING"));
    facts.forEach(fact -> unclear(attempts, fact));
    closed(facts).forEach(no -> attempts.put(no, "CLOSED"));
    paid.forEach(no -> attempts.put(no, "SUCCESS"));
    return attempts;
  }

  private static void unclear(Map<String, String> attempts, Fact fact) {
    if (fact instanceof Fact.Unclear one) {
      attempts.put(one.attempt(), "UNKNOWN");
    }
  }

  private static long taken(Deal deal, long refunded) {
    if (refunded == deal.price()) {
      return deal.granted();
    }
    if (deal.goods() != Deal.Goods.UNITS) {
      return 0;
    }
    return BigInteger.valueOf(deal.granted())
        .multiply(BigInteger.valueOf(refunded))
        .divide(BigInteger.valueOf(deal.price()))
        .longValueExact();
  }

  private static Map<String, Long> entries(Deal deal, long earned, long unapplied, long left) {
    Map<String, Long> entries = new TreeMap<>();
    entries.put("provider", earned + unapplied);
    entries.put("sales", -earned);
    entries.put("unapplied", -unapplied);
    long units = deal.goods() == Deal.Goods.UNITS ? left : 0;
    entries.put("user", units);
    entries.put("issued", -units);
    entries.values().removeIf(sum -> sum == 0);
    return entries;
  }

  private static Map<String, Long> cases(
      Deal deal, Set<Fact> facts, Set<String> trades, boolean settled) {
    Map<String, Long> cases = new TreeMap<>();
    long beyond = facts.stream().filter(fact -> isBeyond(deal, fact, trades)).count();
    boolean wrong =
        facts.stream().anyMatch(f -> f instanceof Fact.Paid one && one.amount() != deal.price());
    cases.put("REFUND_MISMATCH", beyond);
    cases.put("WRONG_AMOUNT", wrong ? 1L : 0);
    cases.put("DOUBLE_PAYMENT", settled ? trades.size() - 1L : 0);
    cases.put("LATE_PAYMENT", settled || deal.late() != Deal.Late.CASE ? 0L : trades.size());
    cases.values().removeIf(count -> count == 0);
    return cases;
  }

  /** More refunded than was paid: cannot be, so it changes nothing and somebody looks. */
  private static boolean isBeyond(Deal deal, Fact fact, Set<String> trades) {
    if (fact instanceof Fact.Refunded one) {
      return one.amount() > deal.price() && trades.contains(one.trade());
    }
    return fact instanceof Fact.RefundedInAll all
        && all.amount() > deal.price()
        && trades.contains(all.trade());
  }

  private record Refund(String state, long amount, boolean open) {}

  /** What is told of one trade's refunds. */
  private record Trade(Map<String, Refund> refunds, long named, long refunded) {

    static Trade of(Deal deal, Set<Fact> facts, String trade, boolean asked) {
      Map<String, Fact.Progress> progress = new TreeMap<>();
      Map<String, Long> amounts = new TreeMap<>();
      List<String> reached = new ArrayList<>();
      long highest = 0;
      for (Fact fact : facts) {
        if (fact instanceof Fact.Refunded one
            && one.trade().equals(trade)
            && one.amount() <= deal.price()) {
          amounts.put(one.number(), one.amount());
          progress.merge(one.number(), one.progress(), (a, b) -> a.compareTo(b) > 0 ? a : b);
        } else if (fact instanceof Fact.RefundedInAll all
            && all.trade().equals(trade)
            && all.amount() <= deal.price()) {
          highest = Math.max(highest, all.amount());
          reached.add(String.valueOf(all.number()));
        }
      }
      Map<String, Refund> refunds = new TreeMap<>();
      if (asked) {
        boolean done = reached.contains(Deal.lateRefund(trade));
        refunds.put(
            Deal.lateRefund(trade),
            new Refund(done ? "SUCCESS" : "REQUESTED", deal.price(), !done));
      }
      progress.forEach((no, last) -> refunds.put(no, refund(last, amounts.getOrDefault(no, 0L))));
      long named =
          refunds.values().stream()
              .filter(refund -> refund.state.equals("SUCCESS"))
              .mapToLong(Refund::amount)
              .sum();
      return new Trade(refunds, named, Math.max(named, highest));
    }

    private static Refund refund(Fact.Progress last, long amount) {
      return switch (last) {
        case SUCCEEDED -> new Refund("SUCCESS", amount, false);
        case CLOSED -> new Refund("CLOSED", amount, false);
        case ABNORMAL -> new Refund("ABNORMAL", amount, true);
        case PROCESSING -> new Refund("PROCESSING", amount, true);
      };
    }
  }
}
