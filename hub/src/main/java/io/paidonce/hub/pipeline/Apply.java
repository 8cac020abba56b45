package io.paidonce.hub.pipeline;

import io.paidonce.hub.cases.CaseRepository;
import io.paidonce.hub.cases.NewCase;
import io.paidonce.hub.entitlement.EntitlementRepository;
import io.paidonce.hub.entitlement.EntitlementRepository.Account;
import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.entitlement.Posting;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.InboxRepository;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.inbox.Settlement;
import io.paidonce.hub.order.Attempt;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.OrderRepository;
import io.paidonce.hub.outbox.Message;
import io.paidonce.hub.outbox.Outbox;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads what a batch of notifications concerns, decides, and writes everything, in the transaction
 * the caller brings: states, grants, entries, messages, cases and the notifications' outcomes
 * commit together or not at all.
 */
final class Apply {

  private final InboxRepository inbox;
  private final OrderRepository orders;
  private final EntitlementRepository entitlements;
  private final Outbox outbox;
  private final CaseRepository cases;
  private final Policy policy;
  private final Clock clock;

  Apply(
      InboxRepository inbox,
      OrderRepository orders,
      EntitlementRepository entitlements,
      Outbox outbox,
      CaseRepository cases,
      Policy policy,
      Clock clock) {
    this.inbox = inbox;
    this.orders = orders;
    this.entitlements = entitlements;
    this.outbox = outbox;
    this.cases = cases;
    this.policy = policy;
    this.clock = clock;
  }

  /**
   * What a committed batch did, for those who count and wake.
   *
   * @param parkedStrangers parked because their order is not known here
   */
  record Applied(int settled, int refused, List<Claimed> parkedStrangers) {}

  /** Applies the batch inside the caller's transaction. */
  Applied apply(List<Claimed> batch) {
    Map<Claimed, Attempt> attempts = attempts(batch);
    Map<String, List<Claimed>> byOrder = new TreeMap<>();
    List<Claimed> strangers = new ArrayList<>();
    for (Claimed claimed : batch) {
      Attempt attempt = attempts.get(claimed);
      if (attempt == null) {
        strangers.add(claimed);
      } else {
        byOrder.computeIfAbsent(attempt.orderNo(), no -> new ArrayList<>()).add(claimed);
      }
    }
    Snapshot snapshot = read(batch, byOrder.keySet());
    Instant now = clock.instant();
    List<Decision> decisions = new ArrayList<>();
    byOrder.forEach(
        (orderNo, events) ->
            decisions.add(Decide.order(snapshot, snapshot.book(orderNo), events, policy, now)));
    strangers.forEach(claimed -> decisions.add(Decide.stranger(claimed, policy, now)));
    write(decisions);
    return summary(decisions);
  }

  /** An event belongs to an attempt only if the attempt's own merchant tells it. */
  Map<Claimed, Attempt> attempts(List<Claimed> batch) {
    Set<String> numbers =
        batch.stream()
            .map(claimed -> claimed.event().outTradeNo())
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(TreeSet::new));
    Map<String, Attempt> byNumber = orders.attempts(numbers);
    Map<Claimed, Attempt> found = new HashMap<>();
    for (Claimed claimed : batch) {
      Attempt attempt = byNumber.get(String.valueOf(claimed.event().outTradeNo()));
      if (attempt != null && attempt.merchant().equals(claimed.event().merchant())) {
        found.put(claimed, attempt);
      }
    }
    return found;
  }

  private Snapshot read(List<Claimed> batch, Set<String> orderNos) {
    Map<String, Book> books = orders.lock(orderNos);
    Map<String, List<Grant>> grants = entitlements.grants(orderNos);
    Map<Account, Long> balances = new HashMap<>();
    if (policy.clawback() == Policy.Clawback.CLAMP) {
      balances.putAll(
          entitlements.lockBalances(
              books.values().stream().map(book -> book.order().userId()).toList()));
    }
    Set<String> keys =
        batch.stream()
            .map(claimed -> claimed.key().eventKey())
            .collect(Collectors.toCollection(TreeSet::new));
    return new Snapshot(books, grants, balances, Set.copyOf(inbox.contradicted(keys)));
  }

  private void write(List<Decision> decisions) {
    List<OrderRepository.Change> changes = new ArrayList<>();
    List<Grant> newGrants = new ArrayList<>();
    List<Grant> changedGrants = new ArrayList<>();
    List<Posting> postings = new ArrayList<>();
    List<Message> messages = new ArrayList<>();
    List<NewCase> opened = new ArrayList<>();
    List<Settlement> settlements = new ArrayList<>();
    Set<String> ask = new TreeSet<>();
    Set<String> wake = new TreeSet<>();
    for (Decision decision : decisions) {
      OrderRepository.Change change = decision.change();
      if (change != null) {
        changes.add(change);
        if (decision.ask()) {
          ask.add(change.after().order().orderNo());
        }
        if (decision.paidNow()) {
          change.after().attempts().forEach(attempt -> wake.add(attempt.outTradeNo()));
        }
      }
      newGrants.addAll(decision.newGrants());
      changedGrants.addAll(decision.changedGrants());
      postings.addAll(decision.postings());
      messages.addAll(decision.messages());
      opened.addAll(decision.cases());
      settlements.addAll(decision.settlements());
    }
    orders.write(changes);
    orders.askNow(ask);
    entitlements.writeGrants(newGrants, changedGrants);
    entitlements.post(postings);
    outbox.put(messages);
    cases.open(opened);
    settle(settlements);
    if (!wake.isEmpty()) {
      inbox.wakeParked(wake);
    }
  }

  private void settle(List<Settlement> settlements) {
    int[] counts = inbox.settle(settlements);
    Set<Claimed> lost = new HashSet<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 1) {
        lost.add(settlements.get(i).notification());
      }
    }
    if (!lost.isEmpty()) {
      throw new ClaimLost(lost);
    }
  }

  private static Applied summary(List<Decision> decisions) {
    List<Claimed> parked = new ArrayList<>();
    int settled = 0;
    int refused = 0;
    for (Decision decision : decisions) {
      refused += decision.refused();
      settled += decision.settlements().size();
      if (decision.change() == null) {
        decision.settlements().stream()
            .filter(settlement -> settlement.outcome() == Outcome.PARKED)
            .forEach(settlement -> parked.add(settlement.notification()));
      }
    }
    return new Applied(settled, refused, parked);
  }

  /** Somebody else claimed rows of the batch meanwhile: the batch must roll back without them. */
  static final class ClaimLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Set<Claimed> lost;

    ClaimLost(Set<Claimed> lost) {
      super(lost.size() + " notifications of the batch were claimed by somebody else meanwhile");
      this.lost = Set.copyOf(lost);
    }

    Set<Claimed> lost() {
      return lost;
    }
  }
}
