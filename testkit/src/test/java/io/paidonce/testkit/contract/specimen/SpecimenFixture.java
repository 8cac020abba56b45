package io.paidonce.testkit.contract.specimen;

import io.paidonce.IdempotencyStore;
import io.paidonce.MemoryIdempotencyStore;
import io.paidonce.testkit.contract.StoreFixture;
import java.time.Duration;

/** Claims in memory, with a fault or with none. */
public final class SpecimenFixture implements StoreFixture {

  private final ServerClock clock = new ServerClock();
  private final CarelessStore.Shared shared;

  /** A store with this fault. */
  public SpecimenFixture(Fault fault) {
    this.shared = CarelessStore.Shared.of(fault, new MemoryIdempotencyStore(clock), clock);
  }

  @Override
  public IdempotencyStore store() {
    return otherNode(Duration.ZERO);
  }

  @Override
  public IdempotencyStore otherNode(Duration skew) {
    return new CarelessStore(shared, skew);
  }

  @Override
  public void age(Duration duration) {
    clock.forward(duration);
  }

  @Override
  public void breakDown() {
    shared.silent().set(true);
  }

  @Override
  public void repair() {
    shared.silent().set(false);
  }

  @Override
  public void close() {}
}
