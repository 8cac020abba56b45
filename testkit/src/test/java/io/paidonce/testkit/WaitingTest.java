package io.paidonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WaitingTest {

  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  @Test
  void conditionThatComesTrueIsAwaited() {
    AtomicInteger tries = new AtomicInteger();
    Eventually.until(() -> tries.incrementAndGet() >= 3, DEADLINE);
    assertThat(tries).hasValue(3);
  }

  @Test
  void lastStateIsShownOnFailure() {
    assertThatThrownBy(() -> Eventually.value(() -> 41, n -> n == 42, SHORT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("last value: 41");
    assertThatThrownBy(() -> Eventually.until(() -> "door is open", () -> false, SHORT))
        .hasMessageContaining("door is open");
    assertThatThrownBy(() -> Eventually.passes(() -> assertThat(1).isEqualTo(2), SHORT))
        .hasMessageContaining("2");
  }

  @Test
  void acceptedValueIsReturned() {
    AtomicInteger tries = new AtomicInteger();
    assertThat(Eventually.value(tries::incrementAndGet, n -> n == 4, DEADLINE)).isEqualTo(4);
  }

  @Test
  void conditionIsTriedOnceWithoutAnyTime() {
    Eventually.until(() -> true, Duration.ZERO);
  }

  @Test
  void interruptedWaitEndsAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Eventually.until(() -> false, DEADLINE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void clockStandsStillUntilMovedAndSharesItsTimeWithOtherZones() {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    ManualClock clock = ManualClock.at(start);
    ManualClock there = clock.withZone(ZoneId.of("Asia/Kathmandu"));
    assertThat(clock.forward(Duration.ofMinutes(1))).isEqualTo(start.plusSeconds(60));
    assertThat(there.instant()).isEqualTo(start.plusSeconds(60));
    there.set(start);
    assertThat(clock.millis()).isEqualTo(start.toEpochMilli());
    assertThat(there.getZone()).isEqualTo(ZoneId.of("Asia/Kathmandu"));
  }

  @Test
  void countIsSmallUnlessALongRunIsAsked() {
    int asked = Boolean.getBoolean(Counts.LONG_PROPERTY) ? 9 : 2;
    assertThat(Counts.of(2, 9)).isEqualTo(asked);
  }

  @Test
  void seedThatIsAskedForIsTaken() {
    String before = System.setProperty(Seeds.SEED_PROPERTY, "77");
    try {
      assertThat(Seeds.next("WaitingTest")).isEqualTo(77);
    } finally {
      if (before == null) {
        System.clearProperty(Seeds.SEED_PROPERTY);
      } else {
        System.setProperty(Seeds.SEED_PROPERTY, before);
      }
    }
  }

  @Test
  void onlyColumnsOfTimeAreAged() {
    assertThatThrownBy(() -> TimeShift.of("job.amount_minor"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TimeShift.of("job.x; DROP TABLE job_at_ms"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(TimeShift::of).isInstanceOf(IllegalArgumentException.class);
  }
}
