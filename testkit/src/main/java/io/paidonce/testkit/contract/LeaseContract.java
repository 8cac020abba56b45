package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Claim;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.IdempotencyStore.Freed;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.Ticket;
import io.paidonce.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a claim ends without its owner, and what the owner can still do then. */
public abstract class LeaseContract extends StoreContract {

  private static final Duration PAST = LEASE.plusSeconds(1);

  @Test
  void anEndedLeaseIsTakenOverWithAHigherFence() {
    IdempotencyKey key = key();
    Ticket first = claimed(key);
    fixture().age(LEASE.minusSeconds(30));
    busy(key);
    fixture().age(Duration.ofSeconds(31));
    assertThat(claimed(key).fence()).isGreaterThan(first.fence()); // F12, C109
  }

  @Test
  void aLateOwnerCompletesNothingOfItsSuccessors() {
    IdempotencyKey key = key();
    Ticket late = claimed(key);
    fixture().age(PAST);
    Ticket successor = claimed(key);
    assertThat(store().complete(late, done("late"))).isFalse(); // F4, C54
    assertThat(store().doubt(late, "late")).isFalse();
    assertThat(store().renew(late, LEASE)).isFalse();
    busy(key);
    assertThat(store().complete(successor, done("successor"))).isTrue();
    assertThat(store().complete(late, done("late"))).isFalse();
    replays(key, "successor");
  }

  @Test
  void aLateOwnerReleasesNothingOfItsSuccessors() {
    IdempotencyKey key = key();
    Ticket late = claimed(key);
    fixture().age(PAST);
    Ticket successor = claimed(key);
    assertThat(store().release(late)).isFalse(); // F4, C54
    busy(key);
    assertThat(store().complete(successor, done("successor"))).isTrue();
    assertThat(store().release(late)).isFalse();
    replays(key, "successor");
  }

  @Test
  void aKeyThatWasForgottenGetsAHigherFenceAllTheSame() {
    IdempotencyKey key = key();
    Ticket first = claimed(key);
    assertThat(store().complete(first, done("first"))).isTrue();
    fixture().age(RETENTION.plusSeconds(1));
    Eventually.until(() -> store().purge(500) == 0, Duration.ofSeconds(30));
    assertThat(store().find(key)).isEmpty();
    Ticket second = claimed(key);
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThat(store().complete(first, done("late"))).isFalse();
    busy(key);
  }

  @Test
  void aTicketWithAnotherFenceIsNotTheOwners() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    for (long fence : new long[] {ticket.fence() - 1, ticket.fence() + 1, 0}) {
      Ticket forged = new Ticket(ticket.keys(), ticket.owner(), fence);
      assertThat(store().complete(forged, done("forged"))).isFalse();
      assertThat(store().renew(forged, LEASE)).isFalse();
      assertThat(store().doubt(forged, "forged")).isFalse();
      assertThat(store().release(forged)).isFalse();
    }
    busy(key);
  }

  @Test
  void aLateOwnerWhomNobodyFollowedMayStillComplete() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    fixture().age(PAST);
    assertThat(store().complete(ticket, done("late"))).isTrue();
    replays(key, "late");
  }

  @Test
  void aRenewedLeaseHolds() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    for (int i = 0; i < 3; i++) {
      fixture().age(LEASE.minusSeconds(30));
      assertThat(store().renew(ticket, LEASE)).isTrue();
      busy(key);
    }
    assertThat(store().release(ticket)).isTrue();
    assertThat(store().renew(ticket, LEASE)).isFalse();
    assertThat(store().find(key)).isEmpty();
  }

  @Test
  void aRenewalAfterTheLeaseHoldsIfNobodyFollowed() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    fixture().age(PAST);
    assertThat(state(key)).contains(State.LEASE_ENDED);
    assertThat(store().renew(ticket, LEASE)).isTrue();
    busy(key);
  }

  @Test
  void aRenewalByNothingOrLessHoldsNothingForEver() {
    for (Duration lease : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
      IdempotencyKey key = key();
      Ticket ticket = claimed(key);
      try {
        assertThat(store().renew(ticket, lease)).isTrue(); // F14: it ends at once
      } catch (IllegalArgumentException refused) {
        fixture().age(PAST);
      }
      Claim next = // clocks of stores are as coarse as a millisecond
          Eventually.value(
              () -> store().claim(request(key)),
              Claim.Acquired.class::isInstance,
              Duration.ofSeconds(5));
      assertThat(acquired(next).fence()).isGreaterThan(ticket.fence());
    }
  }

  @Test
  void theTakeoverOfTheClaimThatEndedCountsAndNotThatOfTheNext() {
    IdempotencyKey once = key();
    acquired(store().claim(never(once)));
    IdempotencyKey again = key();
    claimed(again);
    fixture().age(PAST);
    assertThat(store().claim(request(once))).isInstanceOf(Claim.InDoubt.class);
    assertThat(store().claim(never(again))).isInstanceOf(Claim.Acquired.class);
  }

  @Test
  void anOwnerInDoubtMayStillLearnHowItEnded() {
    IdempotencyKey done = key();
    Ticket ticket = claimed(done);
    assertThat(store().doubt(ticket, "timed out")).isTrue();
    assertThat(store().complete(ticket, done("it did"))).isTrue();
    replays(done, "it did");
    IdempotencyKey not = key();
    Ticket other = claimed(not);
    assertThat(store().doubt(other, "timed out")).isTrue();
    assertThat(store().doubt(other, "timed out again")).isTrue();
    assertThat(store().release(other)).isTrue();
    claimed(not);
  }

  @Test
  void whatMustBeLookedUpIsInDoubtAfterItsLeaseAndNeverRunsByItself() {
    IdempotencyKey key = key();
    Ticket lost = acquired(store().claim(never(key)));
    fixture().age(PAST);
    for (int i = 0; i < 3; i++) {
      assertThat(store().claim(never(key)))
          .isInstanceOfSatisfying(Claim.InDoubt.class, it -> assertThat(it.note()).isEmpty());
      fixture().age(RETENTION);
    }
    Ticket resolver = acquired(store().claim(resolving(key)));
    assertThat(resolver.fence()).isGreaterThan(lost.fence());
    assertThat(store().complete(lost, done("late"))).isFalse();
    assertThat(store().claim(resolving(key))).isInstanceOf(Claim.InProgress.class);
    assertThat(store().complete(resolver, done("found"))).isTrue();
    assertThat(store().claim(never(key))).isInstanceOf(Claim.Replay.class);
  }

  @Test
  void doubtIsKeptWithItsNoteUntilItIsResolved() {
    IdempotencyKey key = key();
    Ticket ticket = acquired(store().claim(never(key)));
    String pairs = "\uD83D\uDE00".repeat(RecordView.NOTE_LENGTH_MAX);
    assertThat(store().doubt(ticket, "read timed out " + pairs)).isTrue(); // C112
    fixture().age(RETENTION.multipliedBy(3));
    assertThat(store().claim(never(key)))
        .isInstanceOfSatisfying(
            Claim.InDoubt.class,
            it ->
                assertThat(it.note())
                    .startsWith("read timed out")
                    .hasSizeLessThanOrEqualTo(RecordView.NOTE_LENGTH_MAX));
    assertThat(store().renew(ticket, LEASE)).isFalse();
    Ticket resolver = acquired(store().claim(resolving(key)));
    assertThat(store().release(resolver)).isTrue();
    assertThat(acquired(store().claim(never(key))).fence()).isGreaterThan(resolver.fence());
  }

  @Test
  void aClientsWrongClockChangesNothing() {
    for (Duration skew : new Duration[] {Duration.ofMinutes(10), Duration.ofMinutes(-10)}) {
      IdempotencyStore wrong = fixture().otherNode(skew); // C129
      IdempotencyKey key = key();
      Ticket ticket = claimed(key);
      assertThat(wrong.claim(request(key))).isInstanceOf(Claim.InProgress.class);
      assertThat(wrong.renew(ticket, LEASE)).isTrue();
      fixture().age(PAST);
      Ticket next = acquired(wrong.claim(request(key)));
      assertThat(next.fence()).isGreaterThan(ticket.fence());
      busy(key);
      fixture().age(PAST);
      Ticket last = claimed(key);
      assertThat(last.fence()).isGreaterThan(next.fence());
      assertThat(wrong.complete(last, done("x"))).isTrue();
      fixture().age(RETENTION.minusMinutes(5));
      replays(key, "x");
      assertThat(wrong.claim(request(key))).isInstanceOf(Claim.Replay.class);
      fixture().age(Duration.ofMinutes(6));
      assertThat(wrong.claim(request(key))).isInstanceOf(Claim.Acquired.class);
    }
  }

  @Test
  void aPersonSeesWhoHoldsAKeyAndFreesItOnlyWithForce() {
    IdempotencyKey key = key();
    assertThat(store().find(key)).isEmpty();
    assertThat(store().free(key, true)).isEqualTo(Freed.ABSENT);
    Ticket ticket = claimed(key);
    RecordView seen = store().find(key).orElseThrow(); // C182
    assertThat(seen.state()).isEqualTo(State.IN_PROGRESS);
    assertThat(seen.owner()).isEqualTo(ticket.owner());
    assertThat(seen.fence()).isEqualTo(ticket.fence());
    assertThat(seen.readable()).isEqualTo(key.readable());
    assertThat(seen.until()).isEqualTo(seen.since().plus(LEASE));
    assertThat(store().free(key, false)).isEqualTo(Freed.HELD);
    busy(key);
    assertThat(store().free(key, true)).isEqualTo(Freed.FREED);
    assertThat(store().complete(ticket, done("freed"))).isFalse();
    assertThat(claimed(key).fence()).isGreaterThan(ticket.fence());
    assertThat(store().release(ticket)).isFalse();
    busy(key);
    fixture().age(PAST);
    assertThat(state(key)).contains(State.LEASE_ENDED);
    assertThat(store().free(key, false)).isEqualTo(Freed.FREED);
    Ticket doubted = claimed(key);
    store().doubt(doubted, "?");
    assertThat(state(key)).contains(State.IN_DOUBT);
    assertThat(store().free(key, false)).isEqualTo(Freed.FREED);
  }
}
