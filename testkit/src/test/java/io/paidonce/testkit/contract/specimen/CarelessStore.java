package io.paidonce.testkit.contract.specimen;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.RecordView;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A right store with one fault, to be noticed by the contract. */
final class CarelessStore implements IdempotencyStore {

  /** What all nodes of one careless installation share. */
  record Shared(
      Fault fault,
      IdempotencyStore right,
      ServerClock clock,
      Set<IdempotencyKey> completed,
      Map<IdempotencyKey, CountDownLatch> checking,
      AtomicBoolean silent) {

    static Shared of(Fault fault, IdempotencyStore right, ServerClock clock) {
      return new Shared(
          fault,
          right,
          clock,
          ConcurrentHashMap.newKeySet(),
          new ConcurrentHashMap<>(),
          new AtomicBoolean());
    }

    /** The store behind all faults, unless it is silent. */
    @Override
    public IdempotencyStore right() {
      if (silent.get()) {
        throw new StoreUnavailableException(
            "careless", "any step", new IllegalStateException("made silent"));
      }
      return right;
    }
  }

  private static final Duration RETENTION = Duration.ofHours(25);
  private static final Duration MEETING_MAX = Duration.ofMillis(60);

  private final Shared shared;
  private final Duration skew;

  CarelessStore(Shared shared, Duration skew) {
    this.shared = shared;
    this.skew = skew;
  }

  @Override
  public String name() {
    return "careless";
  }

  @Override
  public Set<Mode> modes() {
    return Set.of(Mode.LEASE);
  }

  @Override
  public Claim claim(ClaimRequest request) {
    return switch (shared.fault()) {
      case CHECK_THEN_ACT -> checkThenAct(request);
      case LEASE_IS_RETENTION -> shared.right().claim(lasting(request));
      case DIGEST_DROPPED_ON_COMPLETION ->
          shared.completed().containsAll(request.keys()) && request.keys().size() == 1
              ? shared.right().claim(withoutDigest(request))
              : shared.right().claim(request);
      case PRIMARY_KEY_ONLY -> primaryOnly(request);
      case SILENCE_IS_CONSENT -> consent(request);
      case NULL_KEY_ALLOWED -> shared.right().claim(request == null ? keyless() : request);
      default -> byOwnClock(() -> shared.right().claim(request));
    };
  }

  /** Looks first and then acts on what it saw: whoever looked meanwhile acts too. */
  private Claim checkThenAct(ClaimRequest request) {
    IdempotencyKey key = request.keys().get(0);
    if (request.keys().size() > 1 || shared.right().find(key).isPresent()) {
      return shared.right().claim(request);
    }
    CountDownLatch two = shared.checking().computeIfAbsent(key, it -> new CountDownLatch(2));
    two.countDown();
    try {
      if (!two.await(MEETING_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        return shared.right().claim(request);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    shared.right().free(key, true);
    return shared.right().claim(request);
  }

  private Claim primaryOnly(ClaimRequest it) {
    ClaimRequest one =
        new ClaimRequest(
            it.keys().subList(0, 1),
            it.owner(),
            it.fingerprint(),
            it.lease(),
            it.takeover(),
            it.resolving());
    return shared.right().claim(one) instanceof Claim.Acquired acquired
        ? new Claim.Acquired(new Ticket(it.keys(), it.owner(), acquired.ticket().fence()))
        : shared.right().claim(one);
  }

  /** Runs the work although nobody can say whether it may. */
  private Claim consent(ClaimRequest request) {
    try {
      return shared.right().claim(request);
    } catch (StoreUnavailableException e) {
      return new Claim.Acquired(new Ticket(request.keys(), request.owner(), 0));
    }
  }

  private static ClaimRequest lasting(ClaimRequest it) {
    return new ClaimRequest(
        it.keys(), it.owner(), it.fingerprint(), RETENTION, it.takeover(), it.resolving());
  }

  private static ClaimRequest withoutDigest(ClaimRequest it) {
    return new ClaimRequest(it.keys(), it.owner(), null, it.lease(), it.takeover(), it.resolving());
  }

  private static ClaimRequest keyless() {
    return new ClaimRequest(
        List.of(IdempotencyKey.of("null", "null")),
        "nobody",
        null,
        RETENTION,
        Takeover.AFTER_LEASE,
        false);
  }

  @Override
  public boolean renew(Ticket ticket, Duration lease) {
    return byOwnClock(() -> shared.right().renew(ticket, lease));
  }

  @Override
  public boolean complete(Ticket ticket, Completion completion) {
    shared.completed().addAll(ticket.keys());
    return switch (shared.fault()) {
      case COMPLETE_WITHOUT_FENCE -> shared.right().complete(current(ticket), completion);
      case RESULT_FAILURE_UNCLAIMS -> {
        try {
          yield shared.right().complete(ticket, completion);
        } catch (IllegalArgumentException e) {
          shared.right().release(ticket);
          throw e;
        }
      }
      default -> byOwnClock(() -> shared.right().complete(ticket, completion));
    };
  }

  private Ticket current(Ticket ticket) {
    Optional<RecordView> record = shared.right().find(ticket.primary());
    return record.map(it -> new Ticket(ticket.keys(), it.owner(), it.fence())).orElse(ticket);
  }

  @Override
  public boolean release(Ticket ticket) {
    if (shared.fault() == Fault.RELEASE_BY_KEY_ONLY) {
      return shared.right().free(ticket.primary(), true) == Freed.FREED;
    }
    return byOwnClock(() -> shared.right().release(ticket));
  }

  @Override
  public boolean doubt(Ticket ticket, String note) {
    return byOwnClock(() -> shared.right().doubt(ticket, note));
  }

  @Override
  public Optional<RecordView> find(IdempotencyKey key) {
    return byOwnClock(() -> shared.right().find(key));
  }

  @Override
  public Freed free(IdempotencyKey key, boolean force) {
    return byOwnClock(() -> shared.right().free(key, force));
  }

  @Override
  public int purge(int recordsMax) {
    return byOwnClock(() -> shared.right().purge(recordsMax));
  }

  private <T> T byOwnClock(Supplier<T> step) {
    if (shared.fault() != Fault.CLIENT_CLOCK) {
      return step.get();
    }
    synchronized (shared.clock()) {
      shared.clock().skewed(skew);
      try {
        return step.get();
      } finally {
        shared.clock().skewed(Duration.ZERO);
      }
    }
  }
}
