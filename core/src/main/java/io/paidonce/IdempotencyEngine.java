package io.paidonce;

import java.lang.reflect.Type;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * What all templates of an application share: the watchdog, the codecs, the bound on waiting
 * duplicates, and a breaker for each store. Close it when the work under way is to end.
 * Thread-safe.
 */
public final class IdempotencyEngine implements AutoCloseable {

  /** Most duplicates that wait at one time; the others are told at once that one is in flight. */
  public static final int WAITERS_MAX = 64;

  /** How long closing waits for work under way whose leases are still renewed. */
  public static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);

  private static final int BREAKER_FAILURES = 3;
  private static final Duration BREAKER_PAUSE = Duration.ofSeconds(2);
  private static final int OWNER_RANDOM_BYTES = 12;

  private final Watchdog watchdog = new Watchdog();
  private final Semaphore waiters = new Semaphore(WAITERS_MAX);
  private final Map<IdempotencyStore, Breaker> breakers = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();
  private final Outcomes outcomes;
  private final Interceptions interceptions;
  private final Transactions transactions;
  private final String node;

  /**
   * An engine.
   *
   * @param codecs asked in this order for each result's type; plain values need none
   * @param node what claims of this process are marked with, for people; at most 32 characters
   *     count
   */
  public IdempotencyEngine(
      List<ResultCodec> codecs,
      Interceptions interceptions,
      Transactions transactions,
      String node) {
    List<ResultCodec> all = new ArrayList<>(List.of(new PlainCodec()));
    all.addAll(codecs);
    this.outcomes = new Outcomes(all);
    this.interceptions = interceptions;
    this.transactions = transactions;
    this.node = node.substring(0, Math.min(node.length(), 32)).replaceAll("[^A-Za-z0-9.:_-]", "_");
  }

  /** An engine for plain values, which counts nothing and joins no transactions. */
  public static IdempotencyEngine plain() {
    return new IdempotencyEngine(
        List.of(),
        (scope, store, outcome) -> {},
        Transactions.none(),
        "pid" + ProcessHandle.current().pid());
  }

  /** Calls through these layers, the first one outermost. */
  public IdempotencyTemplate template(Layer... layers) {
    return new IdempotencyTemplate(this, List.of(layers));
  }

  /** Whether duplicates can be given results of this type. */
  public boolean storesResultsOf(Type type) {
    return outcomes.handles(type);
  }

  /** How many claims are being renewed now. */
  public int renewing() {
    return watchdog.watched();
  }

  Watchdog watchdog() {
    return watchdog;
  }

  Semaphore waiters() {
    return waiters;
  }

  Outcomes outcomes() {
    return outcomes;
  }

  Interceptions interceptions() {
    return interceptions;
  }

  Transactions transactions() {
    return transactions;
  }

  Breaker breaker(IdempotencyStore store) {
    return breakers.computeIfAbsent(store, it -> new Breaker(BREAKER_FAILURES, BREAKER_PAUSE));
  }

  String newOwner() {
    byte[] bytes = new byte[OWNER_RANDOM_BYTES];
    random.nextBytes(bytes);
    return node + "/" + HexFormat.of().formatHex(bytes);
  }

  /** Renews until the work under way has ended, at most {@link #CLOSE_PATIENCE}, then stops. */
  @Override
  public void close() {
    watchdog.close(CLOSE_PATIENCE);
  }
}
