package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.Ticket;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many at one instant: one owner, and nobody is told that something broke. */
public abstract class RaceContract extends StoreContract {

  private static final int THREADS = 64;
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @Test
  void ofManyAtOneInstantOneOwnsTheKey() {
    IdempotencyStore other = fixture().otherNode(Duration.ZERO);
    for (int round = 0; round < Counts.of(20, 200); round++) {
      IdempotencyKey key = key();
      List<Claim> claims = race(key, other); // F6, C51, F21
      assertThat(claims).filteredOn(Claim.Acquired.class::isInstance).hasSize(1);
      assertThat(claims).filteredOn(Claim.InProgress.class::isInstance).hasSize(THREADS - 1);
    }
  }

  @Test
  void ofManyThatTakeOverOneDoes() {
    IdempotencyStore other = fixture().otherNode(Duration.ZERO);
    for (int round = 0; round < Counts.of(5, 50); round++) {
      IdempotencyKey key = key();
      claimed(key);
      fixture().age(LEASE.plusSeconds(1));
      assertThat(race(key, other)).filteredOn(Claim.Acquired.class::isInstance).hasSize(1);
    }
  }

  @Test
  void anOwnerAndItsSuccessorCannotBothComplete() {
    for (int round = 0; round < Counts.of(10, 100); round++) {
      IdempotencyKey key = key();
      Ticket late = claimed(key);
      fixture().age(LEASE.plusSeconds(1));
      List<Boolean> completed =
          Simultaneously.<Boolean>run(
                  List.of(
                      () -> store().complete(late, done("late")),
                      () ->
                          store().claim(request(key)) instanceof Claim.Acquired it
                              && store().complete(it.ticket(), done("successor"))),
                  DEADLINE)
              .all();
      assertThat(completed).containsExactlyInAnyOrder(true, false); // F4
    }
  }

  @Test
  void setsThatOverlapAreNeverOwnedAtOnce() {
    int owned = 0;
    for (int round = 0; round < Counts.of(10, 100); round++) {
      List<IdempotencyKey> keys = List.of(key(), key(), key());
      List<Callable<Claim>> work = new ArrayList<>();
      for (int i = 0; i < 24; i++) { // every two of the pairs share a key, in either order
        IdempotencyKey one = keys.get(i % 3);
        IdempotencyKey two = keys.get((i + 1) % 3);
        ClaimRequest pair = all(i % 2 == 0 ? List.of(one, two) : List.of(two, one));
        work.add(() -> store().claim(pair));
      }
      List<Ticket> owners =
          Simultaneously.run(work, DEADLINE).all().stream()
              .filter(Claim.Acquired.class::isInstance)
              .map(StoreContract::acquired)
              .toList();
      assertThat(owners).hasSizeLessThanOrEqualTo(1);
      owned += owners.size();
      owners.forEach(owner -> assertThat(store().release(owner)).isTrue());
      keys.forEach(this::awaitClaimed); // who was refused has left nothing
    }
    assertThat(owned).isPositive();
  }

  @Test
  void oneSetInManyOrdersHasOneOwner() {
    for (int round = 0; round < Counts.of(10, 100); round++) {
      List<IdempotencyKey> keys = List.of(key(), key(), key(), key());
      List<Callable<Claim>> work = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        List<IdempotencyKey> turned = new ArrayList<>(keys);
        Collections.rotate(turned, i);
        ClaimRequest request = all(turned);
        work.add(() -> store().claim(request));
      }
      List<Claim> claims = Simultaneously.run(work, DEADLINE).all(); // F6
      assertThat(claims).filteredOn(Claim.Acquired.class::isInstance).hasSize(1);
      assertThat(claims).filteredOn(Claim.InProgress.class::isInstance).hasSize(15);
    }
  }

  @Test
  void neighbouringKeysDoNotDisturbEachOther() {
    for (int round = 0; round < Counts.of(3, 20); round++) {
      List<Claim> claims =
          Simultaneously.<Claim>run(50, DEADLINE, () -> store().claim(request(key()))).all();
      assertThat(claims).hasSize(50).allMatch(Claim.Acquired.class::isInstance); // C46, F19
    }
  }

  private List<Claim> race(IdempotencyKey key, IdempotencyStore other) {
    AtomicInteger turn = new AtomicInteger();
    return Simultaneously.<Claim>run(
            THREADS,
            DEADLINE,
            () -> (turn.incrementAndGet() % 2 == 0 ? store() : other).claim(request(key)))
        .all();
  }
}
