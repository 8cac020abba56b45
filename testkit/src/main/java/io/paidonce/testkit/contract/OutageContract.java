package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.paidonce.Claim;
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

  private static final Duration ANSWER_MAX = Duration.ofSeconds(12);

  @Test
  void everyStepSaysThatTheStoreIsSilentAndGoesOnAfterwards() {
    IdempotencyKey key = key();
    Ticket ticket = claimed(key);
    fixture().breakDown();
    try {
      List<ThrowingCallable> steps =
          List.of(
              () -> store().claim(request(key())),
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
    Eventually.passes(
        () -> assertThat(store().claim(request(key()))).isInstanceOf(Claim.Acquired.class),
        Duration.ofSeconds(60));
  }
}
