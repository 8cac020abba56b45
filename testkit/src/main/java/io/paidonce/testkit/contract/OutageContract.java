package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.IdempotencyKey;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Ticket;
import io.paidonce.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A store that does not answer says so, at every step and in time, and works again afterwards. */
public abstract class OutageContract extends StoreContract {

  private static final Duration ANSWER_MAX = Duration.ofSeconds(15);
  private static final Duration AGAIN_MAX = Duration.ofSeconds(60);

  @Test
  void everyStepSaysThatTheStoreIsSilentAndGoesOnAfterwards() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    ClaimRequest unanswered = request(key());
    fixture().breakDown();
    try {
      List<ThrowingCallable> steps =
          List.of(
              () -> store().claim(unanswered),
              () -> store().renew(ticket, LEASE),
              () -> store().complete(ticket, done("x")),
              () -> store().release(ticket),
              () -> store().doubt(ticket, "?"),
              () -> store().find(key),
              () -> store().free(key, true));
      for (ThrowingCallable step : steps) {
        long begun = System.nanoTime();
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(step); // C116
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(ANSWER_MAX);
      }
    } finally {
      fixture().repair();
    }
    Eventually.passes( // asked again, the same owner has its claim
        () -> assertThat(store().claim(unanswered)).isInstanceOf(Claim.Acquired.class), AGAIN_MAX);
    busy(unanswered.keys().get(0));
    IdempotencyKey next = key();
    Ticket later = claimed(next);
    assertThat(store().renew(later, LEASE)).isTrue();
    assertThat(store().complete(later, done("works again"))).isTrue();
    replays(next, "works again");
  }
}
