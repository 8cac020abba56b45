package io.paidonce.hub.pipeline;

import io.paidonce.hub.cases.CaseKind;
import io.paidonce.hub.cases.NewCase;
import io.paidonce.hub.entitlement.EntitlementRepository.Account;
import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.entitlement.Posting;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.inbox.Settlement;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.OrderRepository;
import io.paidonce.hub.outbox.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A decision about one order in the making; lives within one call of {@link Decide}. */
final class Draft {

  private static final Duration PARKED_RETRY_MAX = Duration.ofSeconds(10);
  private static final Duration PARKED_OLD_RETRY = Duration.ofMinutes(10);

  final Policy policy;
  final Instant now;
  private final Set<String> contradicted;
  private final Map<Account, Long> balances;
  private final Book before;
  private final List<Grant> grantsBefore;
  private final List<Posting> postings = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private final List<NewCase> cases = new ArrayList<>();
  private final List<Settlement> settlements = new ArrayList<>();
  private List<Grant> grants;
  private boolean paidNow;
  private int refused;
  Book book;
  boolean ask;

  Draft(Snapshot snapshot, Book book, Policy policy, Instant now) {
    this.before = book;
    this.book = book;
    this.policy = policy;
    this.now = now;
    this.contradicted = snapshot.contradicted();
    this.balances = snapshot.balances();
    this.grantsBefore = snapshot.grants(book.order().orderNo());
    this.grants = grantsBefore;
  }

  List<Grant> grants() {
    return grants;
  }

  void grant(Grant grant) {
    List<Grant> more = new ArrayList<>(grants);
    more.add(grant);
    grants = List.copyOf(more);
  }

  void taken(Grant grant, long taken) {
    grants =
        grants.stream().map(g -> g.key().equals(grant.key()) ? g.withTaken(taken) : g).toList();
  }

  /** The user's balance as it will be after what is posted so far; known only where it matters. */
  long balance(String userId, String asset) {
    return balances.getOrDefault(new Account(userId, asset), 0L);
  }

  void post(Posting posting) {
    postings.add(posting);
    String userId = posting.userId();
    if (userId != null) {
      long delta = posting.to().equals(Posting.USER) ? posting.amount() : -posting.amount();
      balances.merge(new Account(userId, posting.asset()), delta, Math::addExact);
    }
  }

  void tell(String type, String businessKey, Map<String, Object> data) {
    messages.add(new Message(type, type + ":" + businessKey, book.order().orderNo(), data));
  }

  void open(CaseKind kind, String subject, Event event, String expected, String received) {
    open(kind, subject, event, expected, received, null);
  }

  void open(
      CaseKind kind,
      String subject,
      Event event,
      String expected,
      String received,
      @Nullable String proposal) {
    cases.add(
        new NewCase(
            kind, subject, event.channel(), book.order().orderNo(), expected, received, proposal));
  }

  void applied(Claimed claimed) {
    openIfContradicted(claimed);
    settlements.add(new Settlement(claimed, Outcome.APPLIED, null, null));
  }

  void stay(Claimed claimed, String reason) {
    openIfContradicted(claimed);
    settlements.add(new Settlement(claimed, Outcome.STAY, reason, null));
  }

  void refuse(Claimed claimed, String reason) {
    refused++;
    conflict(claimed, CaseKind.CONFLICT, "no " + reason, reason + " told");
  }

  /** It contradicts our record: kept as evidence, changes nothing, and somebody looks. */
  void conflict(Claimed claimed, CaseKind kind, String expected, String received) {
    if (!openIfContradicted(claimed)) {
      open(kind, subject(claimed.event()), claimed.event(), expected, received);
    }
    settlements.add(
        new Settlement(
            claimed, Outcome.CONFLICT, "expected " + expected + ", got " + received, null));
  }

  /** It waits for something that must come first; after a while somebody is told. */
  void park(Claimed claimed, String reason, CaseKind kind) {
    boolean old = isOld(claimed, policy, now);
    if (old) {
      open(kind, subject(claimed.event()), claimed.event(), reason, "waits since a while");
    }
    settlements.add(parked(claimed, reason, policy, now));
  }

  void markPaid() {
    paidNow = true;
  }

  Decision done() {
    List<Grant> added =
        grants.stream()
            .filter(g -> grantsBefore.stream().noneMatch(b -> b.key().equals(g.key())))
            .toList();
    List<Grant> changed =
        grants.stream().filter(g -> !added.contains(g) && !grantsBefore.contains(g)).toList();
    return new Decision(
        new OrderRepository.Change(before, book),
        added,
        changed,
        List.copyOf(postings),
        List.copyOf(messages),
        List.copyOf(cases),
        List.copyOf(settlements),
        ask,
        paidNow,
        refused);
  }

  private boolean openIfContradicted(Claimed claimed) {
    if (!contradicted.contains(claimed.key().eventKey())) {
      return false;
    }
    open(
        CaseKind.CONFLICT,
        claimed.key().readable(),
        claimed.event(),
        "one set of facts",
        "several notifications of one event with different facts");
    return true;
  }

  static boolean isOld(Claimed claimed, Policy policy, Instant now) {
    return claimed.receivedAt().plus(policy.parkedCaseAfter()).isBefore(now);
  }

  static Settlement parked(Claimed claimed, String reason, Policy policy, Instant now) {
    Duration retryIn =
        isOld(claimed, policy, now)
            ? PARKED_OLD_RETRY
            : Backoff.exponential(Duration.ofSeconds(1), PARKED_RETRY_MAX, claimed.attempts());
    return new Settlement(claimed, Outcome.PARKED, reason, retryIn);
  }

  static String subject(Event event) {
    StringBuilder subject = new StringBuilder(event.merchant().toString());
    for (String part : new String[] {event.outTradeNo(), event.tradeNo(), event.refundNo()}) {
      if (part != null) {
        subject.append(':').append(part);
      }
    }
    return subject.toString();
  }
}
