package io.paidonce.engine;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.MemoryIdempotencyStore;
import io.paidonce.RecordView;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Ticket;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that counts what is asked of it, and of which each step can be switched off.
 */
final class SwitchedStore implements IdempotencyStore {

  enum Step {
    CLAIM,
    RENEW,
    COMPLETE,
    RELEASE,
    DOUBT
  }

  private final IdempotencyStore memory = new MemoryIdempotencyStore(Clock.systemUTC());
  private final Map<Step, AtomicInteger> asked = new EnumMap<>(Step.class);
  private volatile Set<Step> off = Set.of();
  private volatile @Nullable Error error;

  SwitchedStore() {
    for (Step step : Step.values()) {
      asked.put(step, new AtomicInteger());
    }
  }

  /** Steps that are not answered from now on. */
  void off(Step... steps) {
    error = null;
    off = Set.of(steps);
  }

  /** Steps that break with this from now on. */
  void broken(Error by, Step... steps) {
    error = by;
    off = Set.of(steps);
  }

  int asked(Step step) {
    return count(step).get();
  }

  private AtomicInteger count(Step step) {
    return asked.computeIfAbsent(step, it -> new AtomicInteger());
  }

  private <T> T step(Step step, Supplier<T> action) {
    count(step).incrementAndGet();
    if (off.contains(step)) {
      Error by = error;
      if (by != null) {
        throw by;
      }
      throw new StoreUnavailableException(
          name(), step.name(), new IllegalStateException("switched off"));
    }
    return action.get();
  }

  @Override
  public String name() {
    return "switched";
  }

  @Override
  public Set<Mode> modes() {
    return memory.modes();
  }

  @Override
  public Claim claim(ClaimRequest request) {
    return step(Step.CLAIM, () -> memory.claim(request));
  }

  @Override
  public boolean renew(Ticket ticket, Duration lease) {
    return step(Step.RENEW, () -> memory.renew(ticket, lease));
  }

  @Override
  public boolean complete(Ticket ticket, Completion completion) {
    return step(Step.COMPLETE, () -> memory.complete(ticket, completion));
  }

  @Override
  public boolean release(Ticket ticket) {
    return step(Step.RELEASE, () -> memory.release(ticket));
  }

  @Override
  public boolean doubt(Ticket ticket, String note) {
    return step(Step.DOUBT, () -> memory.doubt(ticket, note));
  }

  @Override
  public Optional<RecordView> find(IdempotencyKey key) {
    return memory.find(key);
  }

  @Override
  public Freed free(IdempotencyKey key, boolean force) {
    return memory.free(key, force);
  }

  @Override
  public int purge(int recordsMax) {
    return memory.purge(recordsMax);
  }
}
