package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.paidonce.Answer;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Interceptions.Outcome;
import io.paidonce.Layer;
import io.paidonce.Operation;
import io.paidonce.Outage;
import io.paidonce.OwnershipLostException;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.engine.SwitchedStore.Step;
import io.paidonce.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Leases are renewed while work runs, no longer, and a lost one reaches the work. */
class WatchdogTest extends EngineTestCase {

  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Operation<String> SHORT = PAY.withLease(Duration.ofMillis(150));

  @Test
  void workLongerThanItsLeaseKeepsItsKey() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    template.call(
        SHORT,
        key,
        null,
        execution -> {
          Eventually.until(() -> store.asked(Step.RENEW) >= 10, DEADLINE); // F11, C102, C127
          refused(template.call(SHORT, key, null, inner -> work()), Reason.IN_PROGRESS);
          execution.checkpoint();
          return work();
        });
    assertThat(ran).hasValue(1);
  }

  @Test
  void nothingIsRenewedAfterTheWorkHasEnded() {
    IdempotencyEngine engine = engine();
    IdempotencyTemplate template = engine.template(Layer.lease(store, Outage.FAIL));
    template.call(SHORT, key(), null, execution -> work());
    int renewed = store.asked(Step.RENEW);
    IdempotencyKey other = key();
    template.call( // three periods of another claim pass
        SHORT,
        other,
        null,
        execution -> {
          Eventually.until(() -> store.asked(Step.RENEW) >= renewed + 3, DEADLINE);
          return work();
        });
    assertThat(engine.renewing()).isZero(); // F36
    assertThat(store.asked(Step.RENEW)).isLessThanOrEqualTo(renewed + 4);
  }

  @Test
  void aRefusedRenewalReachesTheWork() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    assertThatExceptionOfType(OwnershipLostException.class)
        .isThrownBy(
            () ->
                template.call(
                    SHORT,
                    key,
                    null,
                    execution -> {
                      store.free(key, true);
                      Eventually.until(execution::lost, DEADLINE); // F36, C104
                      execution.checkpoint();
                      return work();
                    }));
    assertThat(ran).hasValue(0);
  }

  @Test
  void aStoreThatDoesNotAnswerLosesTheClaimAtTheEndOfTheLease() {
    IdempotencyTemplate template = template();
    assertThatExceptionOfType(OwnershipLostException.class)
        .isThrownBy(
            () ->
                template.call(
                    SHORT,
                    key(),
                    null,
                    execution -> {
                      store.off(Step.RENEW, Step.RELEASE);
                      Eventually.until(execution::lost, DEADLINE);
                      execution.checkpoint();
                      return work();
                    }));
  }

  @Test
  void aRenewalThatBreaksIsTriedAgain() {
    IdempotencyTemplate template = template();
    Operation<String> operation = PAY.withLease(Duration.ofSeconds(2));
    template.call(
        operation,
        key(),
        null,
        execution -> {
          store.broken(new NoClassDefFoundError("driver"), Step.RENEW);
          Eventually.until(() -> store.asked(Step.RENEW) >= 2, DEADLINE); // F36
          store.off();
          int broken = store.asked(Step.RENEW);
          Eventually.until(() -> store.asked(Step.RENEW) > broken, DEADLINE);
          return work();
        });
    assertThat(told).containsExactly(Outcome.EXECUTED);
  }

  @Test
  void aCompletionThatBreaksIsTriedAgain() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    Answer<String> answer =
        template.call(
            PAY.withLease(Duration.ofMillis(300)),
            key,
            null,
            execution -> {
              store.broken(new NoClassDefFoundError("driver"), Step.COMPLETE);
              return work();
            });
    assertThat(answer).isEqualTo(new Answer.Ran<>("ran 1")); // C116
    Eventually.until(() -> store.asked(Step.COMPLETE) >= 3, DEADLINE);
    store.off();
    Eventually.until(
        () -> store.find(key).map(RecordView::state).orElse(null) == State.COMPLETED, DEADLINE);
  }

  @Test
  void aLeakedClaimEndsAfterTheLongestHold() {
    IdempotencyTemplate template = template();
    Operation<String> held = SHORT.withHoldMax(Duration.ofMillis(400));
    IdempotencyKey key = key();
    template.call(
        held,
        key,
        null,
        execution -> {
          Eventually.until( // C104
              () -> store.find(key).map(RecordView::state).orElseThrow() == State.LEASE_ENDED,
              DEADLINE);
          assertThat(execution.lost()).isTrue();
          return work();
        });
  }

  @Test
  void claimsByTheThousandsNeedNoMoreThreads() {
    IdempotencyEngine engine = engine();
    IdempotencyTemplate template = engine.template(Layer.lease(store, Outage.FAIL));
    for (int i = 0; i < 10_000; i++) {
      template.call(PAY, key(), null, execution -> "x");
    }
    assertThat(engine.renewing()).isZero();
    long dogs =
        Thread.getAllStackTraces().keySet().stream()
            .filter(it -> it.getName().startsWith("paidonce-watchdog-"))
            .filter(Thread::isAlive)
            .count();
    assertThat(dogs).isLessThanOrEqualTo(2L * 16); // F36: two of each engine that is still open
  }

  @Test
  void closingWaitsForTheWorkUnderWay() throws Exception {
    IdempotencyEngine engine = engine();
    IdempotencyTemplate template = engine.template(Layer.lease(store, Outage.FAIL));
    IdempotencyKey key = key();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<?> work =
          threads.submit(
              () ->
                  template.<String, InterruptedException>call(
                      SHORT,
                      key,
                      null,
                      execution -> {
                        inside.countDown();
                        go.await();
                        execution.checkpoint();
                        return work();
                      }));
      inside.await();
      Future<?> closing = threads.submit(engine::close);
      int renewed = store.asked(Step.RENEW);
      Eventually.until(() -> store.asked(Step.RENEW) >= renewed + 5, DEADLINE); // F49
      go.countDown();
      work.get(20, TimeUnit.SECONDS);
      closing.get(20, TimeUnit.SECONDS);
      assertThat(ran).hasValue(1);
      assertThat(told).contains(Outcome.EXECUTED).doesNotContain(Outcome.OWNERSHIP_LOST);
    } finally {
      threads.shutdownNow();
    }
  }
}
