package io.paidonce.testkit.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTest {

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  @Test
  void allThreadsAreInsideBeforeAnyLeaves() {
    CountDownLatch inside = new CountDownLatch(8);
    assertThat(
            Simultaneously.run(
                    8,
                    DEADLINE,
                    () -> {
                      inside.countDown();
                      inside.await();
                      return inside.getCount();
                    })
                .all())
        .hasSize(8)
        .containsOnly(0L);
  }

  @Test
  void resultsAndFailuresAreBothCollected() {
    AtomicInteger turn = new AtomicInteger();
    Simultaneously.Outcome<Integer> outcome =
        Simultaneously.run(
            4,
            DEADLINE,
            () -> {
              int mine = turn.getAndIncrement();
              if (mine % 2 == 1) {
                throw new IOException("odd");
              }
              return mine;
            });
    assertThat(outcome.results()).containsExactlyInAnyOrder(0, 2);
    assertThat(outcome.failures()).hasSize(2).hasOnlyElementsOfType(IOException.class);
    assertThatThrownBy(outcome::all).hasMessageContaining("2 failed");
  }

  @Test
  void workThatNeverEndsFailsAtTheDeadline() {
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                Simultaneously.run(
                    2,
                    Duration.ofMillis(50),
                    () -> {
                      never.await();
                      return true;
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("2 of 2");
  }

  @Test
  void loadSendsEachNumberOnceAndCountsFailures() {
    Set<Long> numbers = ConcurrentHashMap.newKeySet();
    LoadRun.Report report =
        new LoadRun(4, 1_000, DEADLINE)
            .run(
                number -> {
                  assertThat(numbers.add(number)).isTrue();
                  if (number % 10 == 0) {
                    throw new IOException("refused " + number);
                  }
                });
    assertThat(numbers).hasSize(1_000);
    assertThat(report.sent()).isEqualTo(1_000);
    assertThat(report.failed()).isEqualTo(100);
    assertThat(report.succeeded()).isEqualTo(900);
    assertThat(report.failures()).hasSize(LoadRun.FAILURES_KEPT_MAX);
    assertThat(report.perSecond()).isPositive();
  }

  @Test
  void loadEndsWhenItsTimeIsUp() {
    LoadRun.Report report =
        new LoadRun(2, Long.MAX_VALUE, Duration.ofSeconds(1)).run(number -> Thread.onSpinWait());
    assertThat(report.sent()).isPositive();
    assertThat(report.took()).isLessThan(DEADLINE);
  }

  @Test
  void acknowledgementsAreOnFileBeforeTheCallReturns(@TempDir Path directory) {
    Path path = directory.resolve("acks");
    try (AckLog log = AckLog.open(path)) {
      log.acknowledged("a");
      assertThat(AckLog.read(path)).containsExactly("a");
      log.acknowledged("b");
    }
    try (AckLog log = AckLog.open(path)) {
      log.acknowledged("c");
      assertThat(log.ids()).containsExactly("a", "b", "c");
    }
  }

  @Test
  void cutLastLineIsNotAnAcknowledgement(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("acks");
    Files.writeString(path, "a\nhalf", StandardOpenOption.CREATE);
    assertThat(AckLog.read(path)).isEqualTo(List.of("a"));
    try (AckLog log = AckLog.open(path)) {
      log.acknowledged("b");
    }
    assertThat(AckLog.read(path)).isEqualTo(List.of("a", "b"));
  }

  @Test
  void idOfTwoLinesIsRefused(@TempDir Path directory) {
    try (AckLog log = AckLog.open(directory.resolve("acks"))) {
      for (String id : List.of("a\nb", "a\n", "a\rb", " ")) {
        assertThatThrownBy(() -> log.acknowledged(id)).isInstanceOf(IllegalArgumentException.class);
      }
    }
  }
}
