package io.paidonce.hub.entitlement;

import io.paidonce.hub.entitlement.EntitlementRepository.Account;
import io.paidonce.hub.entitlement.EntitlementRepository.Spending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deducts usage: the one command, beside the pipeline, that posts entries.
 *
 * <p>Guarantee: a request id is deducted at most once, and never more than there is. Balance, both
 * entries and the record of the usage commit together, before the answer; after a crash either all
 * or nothing is there, and the same request asks again. What decides is the unique cause of the
 * entries and the condition of the update, so any number of nodes may do this. Thread-safe.
 *
 * <p>Locks are taken in the order of the pipeline's: accounts by user and asset, then inserts.
 */
public final class Deductions {

  private static final int TRIES_MAX = 8;
  private static final Duration PAUSE = Duration.ofMillis(10);

  /** No new try after this, so that a lock nobody gives back does not hold callers for long. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final EntitlementRepository entitlements;
  private final UsageRepository usages;
  private final TransactionTemplate transaction;

  /** Deductions from these accounts, each in a transaction of its own. */
  public Deductions(
      EntitlementRepository entitlements, UsageRepository usages, TransactionTemplate transaction) {
    this.entitlements = entitlements;
    this.usages = usages;
    this.transaction = transaction;
  }

  /**
   * Deducts this usage, or says why not.
   *
   * @throws TransientDataAccessException if the database did not let us in all tries; then nothing
   *     is deducted, and the same request may come again
   */
  public Deduction deduct(Usage usage) {
    return untilDecided(() -> single(usage));
  }

  /**
   * Deducts these in one transaction; an answer each, in their order. A request id is decided once:
   * a later one like it has the same answer, a later one of another content is a conflict.
   *
   * @throws TransientDataAccessException as for one; then none is deducted
   */
  public List<Deduction> deduct(List<Usage> batch) {
    return batch.isEmpty() ? List.of() : untilDecided(() -> many(batch));
  }

  private Deduction single(Usage usage) {
    Set<String> id = Set.of(usage.requestId());
    Usage before = usages.find(id).get(usage.requestId());
    if (before != null) {
      return repeated(usage, before, entitlements.balance(usage.account()));
    }
    if (spent(List.of(usage))) {
      return new Deduction.Deducted(entitlements.balance(usage.account()));
    }
    before = usages.find(id).get(usage.requestId());
    long balance = entitlements.balance(usage.account());
    if (before != null) {
      return repeated(usage, before, balance);
    }
    if (balance >= usage.amount()) {
      throw new CannotAcquireLockException("the account was topped up in this instant");
    }
    return new Deduction.Insufficient(balance);
  }

  private List<Deduction> many(List<Usage> batch) {
    Map<String, Usage> before =
        usages.find(batch.stream().map(Usage::requestId).collect(Collectors.toSet()));
    Set<Account> accounts = batch.stream().map(Usage::account).collect(Collectors.toSet());
    boolean allKnown = batch.stream().allMatch(one -> before.containsKey(one.requestId()));
    Map<Account, Long> left =
        allKnown ? entitlements.balances(accounts) : entitlements.lock(accounts);
    Choice choice = new Choice(before, new HashMap<>(left));
    List<Deduction> answers = batch.stream().map(choice::decide).toList();
    List<Usage> chosen = choice.chosen();
    if (!chosen.isEmpty() && !spent(chosen)) {
      throw new CannotAcquireLockException("an account was spent in spite of its lock");
    }
    return answers;
  }

  /** True if all of it was deducted, false if a balance does not suffice. */
  private boolean spent(List<Usage> chosen) {
    Spending outcome = entitlements.spend(chosen.stream().map(Usage::posting).toList());
    if (outcome == Spending.POSTED_BEFORE) {
      throw new CannotAcquireLockException("an equal request is being committed");
    }
    if (outcome == Spending.POSTED) {
      usages.insert(chosen);
    }
    return outcome == Spending.POSTED;
  }

  private static Deduction repeated(Usage usage, Usage before, long balance) {
    return usage.sameDeductionAs(before)
        ? new Deduction.Deducted(balance)
        : new Deduction.Conflict();
  }

  /** A deadlock's victim, and who came while an equal request was committed, begin again. */
  private <T> T untilDecided(Supplier<T> work) {
    long begun = System.nanoTime();
    for (int attempt = 1; ; attempt++) {
      try {
        return Objects.requireNonNull(transaction.execute(status -> work.get()));
      } catch (TransientDataAccessException e) {
        if (attempt == TRIES_MAX || System.nanoTime() - begun > PATIENCE.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.multipliedBy(attempt).toNanos());
      }
    }
  }

  /** Goes through a batch in its order, with what is left of each account. */
  private static final class Choice {
    private final Map<String, Usage> before;
    private final Map<Account, Long> left;
    private final Map<String, Usage> first = new HashMap<>();
    private final Map<String, Usage> chosen = new LinkedHashMap<>();

    Choice(Map<String, Usage> before, Map<Account, Long> left) {
      this.before = before;
      this.left = left;
    }

    Deduction decide(Usage usage) {
      String id = usage.requestId();
      long balance = left.getOrDefault(usage.account(), 0L);
      Usage known = before.get(id);
      if (known != null) {
        return repeated(usage, known, balance);
      }
      Usage earlier = first.putIfAbsent(id, usage);
      if (earlier != null && !usage.sameDeductionAs(earlier)) {
        return new Deduction.Conflict();
      }
      if (chosen.containsKey(id)) {
        return new Deduction.Deducted(balance);
      }
      if (earlier != null || balance < usage.amount()) {
        return new Deduction.Insufficient(balance);
      }
      chosen.put(id, usage);
      left.put(usage.account(), balance - usage.amount());
      return new Deduction.Deducted(balance - usage.amount());
    }

    /** What is to be deducted, in the order in which every node inserts. */
    List<Usage> chosen() {
      List<Usage> sorted = new ArrayList<>(chosen.values());
      sorted.sort(Comparator.comparing(Usage::requestId));
      return sorted;
    }
  }
}
