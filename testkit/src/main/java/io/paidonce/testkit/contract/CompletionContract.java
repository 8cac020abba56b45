package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.paidonce.Claim;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore.Freed;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.Ticket;
import io.paidonce.testkit.Seeds;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is kept of work that is done, and for how long. */
public abstract class CompletionContract extends StoreContract {

  private static final Duration MOMENT = Duration.ofSeconds(60);

  @Test
  void theOutcomeIsGivenByteForByte() {
    byte[] outcome = new byte[Completion.OUTCOME_BYTES_MAX];
    new Random(Seeds.next("theOutcomeIsGivenByteForByte")).nextBytes(outcome);
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    assertThat(store().complete(ticket, new Completion(outcome, RETENTION, ARCHIVE))).isTrue();
    assertThat(store().claim(request(key)))
        .isInstanceOfSatisfying(
            Claim.Replay.class, it -> assertThat(it.outcome()).isEqualTo(outcome));
  }

  @Test
  void whatACallerDoesToItsArraysChangesNothing() {
    IdempotencyKey key = key();
    byte[] outcome = {1, 2, 3};
    Ticket ticket = claimed(key);
    assertThat(store().complete(ticket, new Completion(outcome, RETENTION, ARCHIVE))).isTrue();
    outcome[0] = 9;
    for (int i = 0; i < 2; i++) {
      assertThat(store().claim(request(key)))
          .isInstanceOfSatisfying(
              Claim.Replay.class,
              it -> {
                assertThat(it.outcome()).containsExactly(1, 2, 3);
                it.outcome()[1] = 9;
              });
    }
  }

  @Test
  void anEmptyOutcomeIsOneToo() {
    IdempotencyKey key = key();
    assertThat(store().complete(claimed(key), done(""))).isTrue();
    replays(key, "");
  }

  @Test
  void theTimeOfCompletionIsKept() {
    IdempotencyKey key = key();
    store().complete(claimed(key), done("x"));
    RecordView seen = store().find(key).orElseThrow();
    IdempotencyKey after = key();
    claimed(after);
    assertThat(store().find(after).orElseThrow().since())
        .isBetween(seen.since(), seen.since().plus(MOMENT));
    assertThat(seen.state()).isEqualTo(State.COMPLETED);
    assertThat(seen.until()).isEqualTo(seen.since().plus(RETENTION));
    assertThat(store().claim(request(key)))
        .isInstanceOfSatisfying(
            Claim.Replay.class, it -> assertThat(it.completedAt()).isEqualTo(seen.since()));
  }

  @Test
  void completingAgainChangesNothing() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    assertThat(store().complete(ticket, done("first"))).isTrue();
    assertThat(store().complete(ticket, done("again"))).isTrue();
    replays(key, "first");
  }

  @Test
  void whatIsDoneIsNotReleasedDoubtedOrRenewed() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    store().complete(ticket, done("x"));
    assertThat(store().release(ticket)).isFalse();
    assertThat(store().doubt(ticket, "?")).isFalse();
    assertThat(store().renew(ticket, LEASE)).isFalse();
    replays(key, "x");
    assertThat(store().free(key, false)).isEqualTo(Freed.HELD); // C182
    assertThat(store().free(key, true)).isEqualTo(Freed.FREED);
    assertThat(claimed(key).fence()).isGreaterThan(ticket.fence());
    assertThat(store().complete(ticket, done("y"))).isFalse();
    busy(key);
  }

  @Test
  void anOutcomeThatIsTooLargeIsRefusedAndTheClaimStays() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    byte[] large = new byte[Completion.OUTCOME_BYTES_MAX + 1];
    assertThatIllegalArgumentException() // F31
        .isThrownBy(
            () -> store().complete(ticket, new Completion(large, RETENTION, Duration.ZERO)));
    busy(key);
    assertThat(store().complete(ticket, done("small"))).isTrue();
    replays(key, "small");
  }

  @Test
  void theLeaseIsNotTheRetention() {
    IdempotencyKey key = key();
    store().complete(claimed(key), done("x"));
    fixture().age(RETENTION.minusMinutes(1));
    replays(key, "x"); // C109
    fixture().age(Duration.ofMinutes(2));
    assertThat(store().find(key)).isEmpty();
    assertThat(store().claim(request(key, 999))).isInstanceOf(Claim.Acquired.class);
  }

  @Test
  void afterTheRetentionOnlyTheArchiveKnows() {
    IdempotencyKey key = key();
    Ticket first = claimed(key);
    store().complete(first, archived("x"));
    fixture().age(RETENTION.plusMinutes(1));
    assertThat(store().claim(request(key))).isInstanceOf(Claim.Late.class); // C121
    assertThat(state(key)).contains(State.LATE);
    assertThat(store().free(key, false)).isEqualTo(Freed.HELD);
    store().purge(1_000);
    assertThat(store().claim(request(key))).isInstanceOf(Claim.Late.class);
    assertThat(store().complete(first, done("late"))).isTrue();
    fixture().age(ARCHIVE);
    assertThat(claimed(key).fence()).isGreaterThan(first.fence());
  }

  @Test
  void whatIsPastItsTimeIsPurgedAndNothingElse() {
    IdempotencyKey past = key();
    IdempotencyKey kept = key();
    IdempotencyKey running = key();
    IdempotencyKey doubted = key();
    store().complete(claimed(past), done("past"));
    for (int i = 0; i < 10; i++) {
      store().complete(claimed(key()), done("past"));
    }
    store().complete(claimed(kept), archived("kept"));
    fixture().age(RETENTION.plusMinutes(1));
    claimed(running);
    store().doubt(claimed(doubted), "?");
    purgeInSteps(2);
    assertThat(store().find(past)).isEmpty();
    assertThat(state(kept)).contains(State.LATE);
    busy(running);
    assertThat(store().claim(request(doubted))).isInstanceOf(Claim.InDoubt.class);
  }

  /** Until nothing is left to do, never more at once than was asked for. */
  private void purgeInSteps(int most) {
    int purged;
    int rounds = 0;
    do {
      purged = store().purge(most);
      assertThat(purged).isBetween(0, most);
      assertThat(++rounds).isLessThan(100_000);
    } while (purged > 0);
  }
}
