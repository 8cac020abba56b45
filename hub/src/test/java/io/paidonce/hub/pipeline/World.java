package io.paidonce.hub.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.cases.CaseKind;
import io.paidonce.hub.cases.NewCase;
import io.paidonce.hub.entitlement.EntitlementRepository.Account;
import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.entitlement.Posting;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.inbox.Settlement;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.OrderRepository;
import io.paidonce.hub.order.Receipt;
import io.paidonce.hub.order.Refund;
import io.paidonce.hub.order.RefundState;
import io.paidonce.hub.outbox.Message;
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
import org.jspecify.annotations.Nullable;

/**
 * One order and all that hangs on it, in memory: keeps what decisions write, parks what they park,
 * refuses what a unique constraint would refuse, and after every batch counts the money.
 */
final class World {

  private static final int ROUNDS_MAX = 50;

  final List<Message> messages = new ArrayList<>();
  final Map<String, Long> ledger = new TreeMap<>();
  final Set<NewCase> cases = new HashSet<>();
  private final Policy policy;
  private final Deciding deciding;
  private final List<Claimed> parked = new ArrayList<>();
  private final Set<String> causes = new HashSet<>();
  private final Set<String> openCases = new TreeSet<>();
  private final Map<String, Set<Money>> figures = new HashMap<>();
  private final Map<Account, Long> balances = new HashMap<>();
  private List<Grant> grants = List.of();
  Instant now = Telling.NOW;
  Book book;
  boolean asked;

  World(Book book, Policy policy) {
    this(book, policy, Decide::order);
  }

  /** A world in which somebody else decides. */
  World(Book book, Policy policy, Deciding deciding) {
    this.book = book;
    this.policy = policy;
    this.deciding = deciding;
  }

  /** Decides like {@link Decide#order}. */
  interface Deciding {
    Decision order(Snapshot snapshot, Book book, List<Claimed> events, Policy policy, Instant now);
  }

  /** Applies these as one batch, and says what was decided. */
  Decision tell(Telling... tellings) {
    return tell(List.of(tellings).stream().map(Telling::claimed).toList());
  }

  Decision tell(List<Claimed> batch) {
    batch.forEach(this::remember);
    Set<String> contradicted = new HashSet<>();
    figures.forEach(
        (figure, told) -> {
          if (told.size() > 1) {
            contradicted.add(figure.substring(0, figure.indexOf(' ')));
          }
        });
    Snapshot snapshot =
        new Snapshot(
            Map.of("O1", book), Map.of("O1", grants), new HashMap<>(balances), contradicted);
    Decision decision = deciding.order(snapshot, book, batch, policy, now);
    write(batch, decision);
    countTheMoney();
    return decision;
  }

  /** Tries what is parked again until nothing changes any more. */
  void untilStable() {
    for (int round = 0; !parked.isEmpty(); round++) {
      assertThat(round).as("rounds of retries").isLessThan(ROUNDS_MAX);
      List<Claimed> again = takeParked();
      tell(again);
      if (parked.size() == again.size()) {
        return;
      }
    }
  }

  /** What is parked, to be told again. */
  List<Claimed> takeParked() {
    List<Claimed> again = List.copyOf(parked);
    parked.clear();
    return again;
  }

  Set<String> caseKinds() {
    Set<String> kinds = new TreeSet<>();
    cases.forEach(one -> kinds.add(one.kind().name()));
    return kinds;
  }

  long casesOf(CaseKind kind) {
    return cases.stream().filter(one -> one.kind() == kind).count();
  }

  long balance(String asset) {
    return balances.getOrDefault(new Account("u1", asset), 0L);
  }

  /** The user spends some. */
  void spend(String asset, long amount) {
    post(new Posting("usage:" + now, asset, Posting.USER, "used", amount, "u1", null));
  }

  long taken() {
    return grants.stream().mapToLong(Grant::taken).sum();
  }

  List<Grant> grants() {
    return grants;
  }

  List<String> messageTypes() {
    return messages.stream().map(Message::type).toList();
  }

  /** A figure told twice in different ways is a contradiction; one left out is not. */
  private void remember(Claimed claimed) {
    String key = claimed.key().eventKey();
    figure(key + " total", claimed.event().total());
    figure(key + " refund", claimed.event().refund());
    figure(key + " refundedTotal", claimed.event().refundedTotal());
  }

  private void figure(String name, @Nullable Money told) {
    if (told != null) {
      figures.computeIfAbsent(name, n -> new HashSet<>()).add(told);
    }
  }

  private void write(List<Claimed> batch, Decision decision) {
    OrderRepository.Change change = Objects.requireNonNull(decision.change());
    assertThat(change.before()).isEqualTo(book);
    book = change.after();
    List<Grant> all = new ArrayList<>(grants);
    decision
        .changedGrants()
        .forEach(
            changed -> {
              assertThat(all.removeIf(g -> g.key().equals(changed.key()))).isTrue();
              all.add(changed);
            });
    decision
        .newGrants()
        .forEach(
            added -> {
              assertThat(all).noneMatch(g -> g.key().equals(added.key()));
              all.add(added);
            });
    grants = List.copyOf(all);
    decision.postings().forEach(this::post);
    messages.addAll(decision.messages());
    for (NewCase one : decision.cases()) {
      if (openCases.add(one.kind() + " " + one.subject())) {
        cases.add(one);
      }
    }
    asked |= decision.ask();
    assertThat(decision.settlements().stream().map(s -> s.notification().id()))
        .containsExactlyInAnyOrderElementsOf(batch.stream().map(Claimed::id).toList());
    decision.settlements().stream()
        .filter(s -> s.outcome() == Outcome.PARKED)
        .map(Settlement::notification)
        .forEach(parked::add);
  }

  private void post(Posting posting) {
    assertThat(causes.add(posting.cause())).as("a cause is posted once: %s", posting).isTrue();
    add(posting, posting.from(), -posting.amount());
    add(posting, posting.to(), posting.amount());
  }

  private void add(Posting posting, String account, long amount) {
    ledger.merge(account + " " + posting.asset(), amount, Math::addExact);
    String userId = posting.userId();
    if (account.equals(Posting.USER) && userId != null) {
      balances.merge(new Account(userId, posting.asset()), amount, Math::addExact);
    }
  }

  /** Holds after every batch, whatever came so far. */
  // S37
  private void countTheMoney() {
    Map<String, Long> sums = new HashMap<>();
    ledger.forEach((k, sum) -> sums.merge(k.substring(k.lastIndexOf(' ')), sum, Math::addExact));
    assertThat(sums.values()).as("each asset sums to zero").allMatch(sum -> sum == 0);
    long paid = 0;
    long refunded = 0;
    long unapplied = 0;
    for (Receipt receipt : book.receipts()) {
      assertThat(receipt.refundedMinor()).isBetween(0L, receipt.amount().minor());
      assertThat(receipt.refundedMinor()).as("refund rows of %s", receipt).isEqualTo(rows(receipt));
      if (receipt.state() == Receipt.State.APPLIED) {
        paid += receipt.amount().minor();
        refunded += receipt.refundedMinor();
      } else {
        unapplied += receipt.amount().minor() - receipt.refundedMinor();
      }
    }
    assertThat(book.order().paidMinor()).isEqualTo(paid);
    assertThat(book.order().refundedMinor()).isEqualTo(refunded);
    assertThat(book.order().unappliedMinor()).isEqualTo(unapplied);
    String provider = "provider:" + book.attempts().get(0).merchant() + " CNY";
    assertThat(ledger.getOrDefault(provider, 0L)).isEqualTo(paid - refunded + unapplied);
    assertThat(ledger.getOrDefault("sales CNY", 0L)).isEqualTo(refunded - paid);
    assertThat(ledger.getOrDefault("unapplied CNY", 0L)).isEqualTo(-unapplied);
    long users =
        ledger.entrySet().stream()
            .filter(e -> e.getKey().startsWith("user "))
            .mapToLong(Map.Entry::getValue)
            .sum();
    assertThat(balances.values().stream().mapToLong(b -> b).sum()).isEqualTo(users);
  }

  private long rows(Receipt receipt) {
    return book.refunds().stream()
        .filter(r -> r.tradeNo().equals(receipt.tradeNo()) && r.state() == RefundState.SUCCESS)
        .map(Refund::amount)
        .mapToLong(amount -> amount.minor())
        .sum();
  }
}
