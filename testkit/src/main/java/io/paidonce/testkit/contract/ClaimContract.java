package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.IdempotencyKey;
import io.paidonce.RecordView.State;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who may run: one owner, for the right key and the right request. */
public abstract class ClaimContract extends StoreContract {

  @Test
  void theFirstClaimOwnsTheKeyAndTheSecondIsTold() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    assertThat(ticket.keys()).containsExactly(key);
    assertThat(ticket.fence()).isPositive();
    assertThat(store().claim(request(key)))
        .isInstanceOfSatisfying(
            Claim.InProgress.class,
            it -> assertThat(it.leaseLeft()).isPositive().isLessThanOrEqualTo(LEASE));
  }

  @Test
  void theSameOwnerAskingAgainGetsTheSameClaim() {
    ClaimRequest request = request(key());
    Ticket first = acquired(store().claim(request));
    assertThat(acquired(store().claim(request))).isEqualTo(first);
    assertThat(acquired(fixture().otherNode(Duration.ZERO).claim(request))).isEqualTo(first);
  }

  @Test
  void anotherRequestIsRefusedInProgressCompletedAndLate() {
    IdempotencyKey key = key();
    Ticket ticket = acquired(store().claim(request(key, 100)));
    reused(key); // C52
    fixture().age(LEASE.plusSeconds(1));
    reused(key);
    assertThat(store().complete(ticket, archived("x"))).isTrue();
    reused(key); // F32
    fixture().age(RETENTION.plusSeconds(1));
    reused(key);
  }

  @Test
  void anotherRequestIsRefusedInDoubt() {
    IdempotencyKey key = key();
    assertThat(store().doubt(acquired(store().claim(request(key, 100))), "timed out")).isTrue();
    reused(key);
  }

  private void reused(IdempotencyKey key) {
    for (var node : List.of(store(), fixture().otherNode(Duration.ZERO))) {
      assertThat(node.claim(request(key, 999)))
          .isInstanceOfSatisfying(
              Claim.KeyReused.class, it -> assertThat(it.differing()).containsExactly("amount"));
    }
  }

  @Test
  void theSameRequestIsRecognisedAfterCompletion() {
    IdempotencyKey key = key();
    store().complete(acquired(store().claim(request(key, 100))), done("x"));
    assertThat(store().claim(request(key, 100))).isInstanceOf(Claim.Replay.class);
  }

  @Test
  void otherScopesAndOtherSpellingsAreOtherKeys() {
    String id = UUID.randomUUID().toString();
    List<IdempotencyKey> keys =
        List.of(
            IdempotencyKey.of("one", id, "a"),
            IdempotencyKey.of("two", id, "a"), // F27
            IdempotencyKey.of("one", id, "A"),
            IdempotencyKey.of("one", id, "a "),
            IdempotencyKey.of("one", id, "\u00e4"),
            IdempotencyKey.of("one", id + "a"),
            IdempotencyKey.of("one", id, "a".repeat(10_000)),
            IdempotencyKey.of("one", id, "a".repeat(9_999) + "b"));
    for (IdempotencyKey key : keys) {
      assertThat(store().claim(request(key))).as(key.readable()).isInstanceOf(Claim.Acquired.class);
      busy(key);
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what a careless caller does
  void noRequestClaimsNothing() {
    for (int i = 0; i < 2; i++) { // the second does not find what the first has left
      assertThatThrownBy(() -> store().claim(null)) // F24
          .isInstanceOf(RuntimeException.class)
          .isNotInstanceOf(StoreUnavailableException.class);
    }
    assertThatThrownBy(() -> request(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void aLeaseOfNothingOrLessIsRefused() {
    for (Duration lease : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofMillis(1))) {
      ClaimRequest good = request(key());
      assertThatThrownBy( // F14
              () ->
                  new ClaimRequest(good.keys(), good.owner(), null, lease, good.takeover(), false))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aReleasedKeyIsFreeAndItsNextFenceIsHigher() {
    IdempotencyKey key = key();
    Ticket first = claimed(key);
    assertThat(store().release(first)).isTrue();
    assertThat(store().release(first)).isFalse();
    assertThat(claimed(key).fence()).isGreaterThan(first.fence());
  }

  @Test
  void severalKeysAreClaimedAllOrNone() {
    for (int position = 0; position < 3; position++) {
      List<IdempotencyKey> keys = sortedKeys(3);
      IdempotencyKey taken = keys.get(position);
      Ticket held = claimed(taken);
      assertThat(store().claim(all(keys))).isInstanceOf(Claim.InProgress.class);
      for (IdempotencyKey free : keys) {
        if (!free.equals(taken)) {
          assertThat(store().release(awaitClaimed(free))).isTrue();
        }
      }
      assertThat(store().release(held)).isTrue();
      assertThat(acquired(store().claim(all(keys))).fence()).isGreaterThan(held.fence());
      keys.forEach(this::busy);
    }
  }

  @Test
  void severalKeysAreOneClaimWhateverTheirOrder() {
    List<IdempotencyKey> keys = sortedKeys(3);
    List<IdempotencyKey> otherOrder = List.of(keys.get(2), keys.get(0), keys.get(1));
    ClaimRequest request = all(otherOrder);
    Ticket ticket = acquired(store().claim(request));
    assertThat(acquired(store().claim(request))).isEqualTo(ticket);
    assertThat(store().claim(all(keys))).isInstanceOf(Claim.InProgress.class);
    assertThat(store().renew(ticket, LEASE)).isTrue();
    assertThat(store().complete(ticket, done("all"))).isTrue();
    assertThat(store().claim(all(keys)))
        .isInstanceOfSatisfying(
            Claim.Replay.class, it -> assertThat(it.outcome()).isEqualTo(done("all").outcome()));
    replays(keys.get(1), "");
    assertThat(store().claim(all(keys.subList(0, 2)))).isInstanceOf(Claim.KeyReused.class);
  }

  @Test
  void anOwnerThatLostOneOfItsKeysChangesNone() {
    for (int lost = 0; lost < 3; lost++) {
      List<IdempotencyKey> keys = sortedKeys(3);
      Ticket late = acquired(store().claim(all(keys)));
      fixture().age(LEASE.plusSeconds(1));
      Ticket successor = claimed(keys.get(lost));
      assertThat(store().renew(late, LEASE)).isFalse();
      assertThat(store().complete(late, done("late"))).isFalse(); // F4, C54
      assertThat(store().doubt(late, "late")).isFalse();
      assertThat(store().release(late)).isFalse();
      assertThat(store().complete(successor, done("successor"))).isTrue();
      replays(keys.get(lost), "successor");
      for (IdempotencyKey other : keys) {
        if (!other.equals(keys.get(lost))) {
          assertThat(state(other)).contains(State.LEASE_ENDED);
          assertThat(claimed(other).fence()).isGreaterThan(late.fence());
        }
      }
    }
  }
}
