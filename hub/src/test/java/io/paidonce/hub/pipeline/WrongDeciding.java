package io.paidonce.hub.pipeline;

import io.paidonce.hub.entitlement.Posting;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.inbox.Settlement;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.Order;
import io.paidonce.hub.order.OrderRepository;
import io.paidonce.hub.order.OrderState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Ways to decide that are wrong, each in one thing, and right in all others. */
enum WrongDeciding implements World.Deciding {
  /** A payment told again is granted again. */
  GRANT_AGAIN {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      Decision right = Decide.order(snapshot, book, events, policy, now);
      List<Posting> postings = new ArrayList<>(right.postings());
      for (Settlement one : right.settlements()) {
        String asset = book.order().grantAsset();
        if (one.outcome() == Outcome.STAY && isPaid(one.notification()) && asset != null) {
          postings.add(
              new Posting(
                  "again:" + one.notification().id(),
                  asset,
                  Posting.ISSUED,
                  Posting.USER,
                  book.order().grantAmount(),
                  book.order().userId(),
                  book.order().orderNo()));
        }
      }
      return with(right, after(right), postings);
    }
  },

  /** A close closes an order that is paid. */
  CLOSE_WHAT_IS_PAID {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      Decision right = Decide.order(snapshot, book, events, policy, now);
      Book after = after(right);
      boolean closed =
          events.stream().anyMatch(claimed -> claimed.event().status() == EventStatus.CLOSED);
      return closed && after.order().state() == OrderState.SUCCESS
          ? with(right, after.with(after.order().in(OrderState.CLOSED)), right.postings())
          : right;
    }
  },

  /** More is refunded than was paid, if the provider says so. */
  REFUND_BEYOND_THE_PAYMENT {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      Decision right = Decide.order(snapshot, book, events, policy, now);
      Book after = after(right);
      Order order = after.order();
      boolean beyond =
          right.settlements().stream()
              .anyMatch(
                  one ->
                      one.outcome() == Outcome.CONFLICT
                          && one.notification().event().kind() == EventKind.REFUND);
      return beyond
          ? with(
              right,
              after.with(
                  order.withSums(order.paidMinor(), order.paidMinor() + 1, order.unappliedMinor())),
              right.postings())
          : right;
    }
  },

  /** Money that comes after the close is nobody's. */
  DROP_LATE_PAYMENTS {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      return book.order().state() == OrderState.CLOSED
          ? staying(snapshot, book, events, policy, now, WrongDeciding::isPaid)
          : Decide.order(snapshot, book, events, policy, now);
    }
  },

  /** Cumulative figures are added up instead of compared. */
  ADD_UP_CUMULATIVE_FIGURES {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      return Decide.order(
          snapshot, book, changed(book, events, WrongDeciding::addedUp), policy, now);
    }
  },

  /** A refund that comes before its payment is forgotten instead of parked. */
  FORGET_EARLY_REFUNDS {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      Predicate<Claimed> early =
          claimed ->
              claimed.event().kind() == EventKind.REFUND
                  && book.receipt(String.valueOf(claimed.event().tradeNo())).isEmpty();
      return staying(snapshot, book, events, policy, now, early);
    }
  },

  /** A closed order is opened again by money, whatever the operator chose. */
  REOPEN_SILENTLY {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      Policy fulfil =
          new Policy(
              Policy.LatePayment.FULFIL,
              policy.clawback(),
              policy.parkedCaseAfter(),
              policy.attemptsMax());
      return Decide.order(snapshot, book, events, fulfil, now);
    }
  },

  /** What is told together is taken as it came: a close before its payment closes. */
  TAKE_AS_IT_CAME {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      List<Claimed> upToTheFirst = new ArrayList<>();
      for (Claimed claimed : events) {
        if (claimed.event().status() == EventStatus.CLOSED) {
          upToTheFirst.add(claimed);
        } else {
          break;
        }
      }
      if (upToTheFirst.isEmpty() || upToTheFirst.size() == events.size()) {
        return Decide.order(snapshot, book, events, policy, now);
      }
      Decision first = Decide.order(snapshot, book, upToTheFirst, policy, now);
      List<Claimed> rest = events.subList(upToTheFirst.size(), events.size());
      Decision second = Decide.order(snapshot, after(first), rest, policy, now);
      List<Settlement> settlements = new ArrayList<>(first.settlements());
      settlements.addAll(second.settlements());
      return new Decision(
          new OrderRepository.Change(book, after(second)),
          second.newGrants(),
          second.changedGrants(),
          second.postings(),
          second.messages(),
          second.cases(),
          settlements,
          second.ask(),
          second.paidNow(),
          0);
    }
  },

  /** Whatever was paid is enough. */
  BELIEVE_ANY_AMOUNT {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      return Decide.order(
          snapshot,
          book,
          changed(
              book,
              events,
              (in, event) ->
                  event.status() == EventStatus.PAID
                      ? figures(event, in.order().amount(), event.refundedTotal())
                      : event),
          policy,
          now);
    }
  },

  /** A refund leaves the grant with the user. */
  LEAVE_THE_GRANT {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      Decision right = Decide.order(snapshot, book, events, policy, now);
      return new Decision(
          right.change(),
          right.newGrants().stream().map(grant -> grant.withTaken(0)).toList(),
          List.of(),
          right.postings().stream().filter(p -> !p.cause().startsWith("clawback")).toList(),
          right.messages(),
          right.cases(),
          right.settlements(),
          right.ask(),
          right.paidNow(),
          right.refused());
    }
  },

  /** A close ends the order although another attempt is open. */
  CLOSE_WITH_THE_FIRST_ATTEMPT {
    @Override
    public Decision order(
        Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now) {
      Decision right = Decide.order(snapshot, book, events, policy, now);
      Book after = after(right);
      boolean closed =
          events.stream().anyMatch(claimed -> claimed.event().status() == EventStatus.CLOSED);
      return closed && after.order().state() == OrderState.PAYING
          ? with(right, after.with(after.order().in(OrderState.CLOSED)), right.postings())
          : right;
    }
  };

  private static boolean isPaid(Claimed claimed) {
    return claimed.event().status() == EventStatus.PAID;
  }

  private static Book after(Decision decision) {
    return Objects.requireNonNull(decision.change()).after();
  }

  private static Decision with(Decision right, Book after, List<Posting> postings) {
    Book before = Objects.requireNonNull(right.change()).before();
    return new Decision(
        new OrderRepository.Change(before, after),
        right.newGrants(),
        right.changedGrants(),
        postings,
        right.messages(),
        right.cases(),
        right.settlements(),
        right.ask(),
        right.paidNow(),
        right.refused());
  }

  /** Decides rightly about all but these, which change nothing and are not looked at again. */
  private static Decision staying(
      Snapshot snapshot,
      Book book,
      List<Claimed> events,
      Policy policy,
      Instant now,
      Predicate<Claimed> which) {
    List<Claimed> others = events.stream().filter(which.negate()).toList();
    Decision right = Decide.order(snapshot, book, others, policy, now);
    List<Settlement> settlements = new ArrayList<>(right.settlements());
    events.stream()
        .filter(which)
        .forEach(one -> settlements.add(new Settlement(one, Outcome.STAY, "dropped", null)));
    return new Decision(
        right.change(),
        right.newGrants(),
        right.changedGrants(),
        right.postings(),
        right.messages(),
        right.cases(),
        settlements,
        right.ask(),
        right.paidNow(),
        right.refused());
  }

  private static List<Claimed> changed(
      Book book, List<Claimed> events, BiFunction<Book, Event, Event> change) {
    return events.stream()
        .map(
            c ->
                new Claimed(
                    c.id(),
                    c.key(),
                    change.apply(book, c.event()),
                    c.receivedAt(),
                    c.attempts(),
                    c.fence()))
        .toList();
  }

  private static Event addedUp(Book book, Event event) {
    Money told = event.refundedTotal();
    String trade = String.valueOf(event.tradeNo());
    if (told == null || book.receipt(trade).isEmpty() || told.minor() > Script.PRICE) {
      return event;
    }
    long before = book.receipt(trade).orElseThrow().cumulativeMinor();
    Money sum = new Money(Math.min(Script.PRICE, before + told.minor()), told.currency());
    return figures(event, event.total(), sum);
  }

  private static Event figures(Event event, @Nullable Money total, @Nullable Money refundedTotal) {
    return new Event(
        event.channel(),
        event.merchant(),
        event.kind(),
        event.status(),
        event.evidence(),
        event.providerStatus(),
        event.outTradeNo(),
        event.tradeNo(),
        event.refundNo(),
        event.providerRefundNo(),
        total,
        event.refund(),
        refundedTotal,
        event.noticeId(),
        event.occurredAt());
  }
}
