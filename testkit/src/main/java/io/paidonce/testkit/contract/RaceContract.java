package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Claim;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.Ticket;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.ArrayList;
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
    for (int round = 0; round < Counts.of(10, 100); round++) {
      List<IdempotencyKey> keys = List.of(key(), key(), key());
      AtomicInteger owners = new AtomicInteger();
      List<Callable<Integer>> work = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        List<IdempotencyKey> some =
            List.of(keys.get(i % 3), keys.get((i + 1) % 3)); // every two of them share one
        work.add(
            () -> {
              if (store().claim(all(some)) instanceof Claim.Acquired it) {
                int now = owners.incrementAndGet();
                owners.decrementAndGet();
                assertThat(store().release(it.ticket())).isTrue();
                return now;
              }
              return 0;
            });
      }
      assertThat(Simultaneously.run(work, DEADLINE).all()).allMatch(now -> now <= 1);
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
