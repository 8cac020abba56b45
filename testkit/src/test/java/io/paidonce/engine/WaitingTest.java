package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Answer;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Layer;
import io.paidonce.MemoryIdempotencyStore;
import io.paidonce.Operation;
import io.paidonce.Outage;
import io.paidonce.engine.SwitchedStore.Step;
import io.paidonce.testkit.Eventually;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Duplicates that wait for the one in flight. */
class WaitingTest extends EngineTestCase {

  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Operation<String> WAITING = PAY.withWait(Operation.WAIT_MAX);

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static Answer<String> got(AtomicReference<Future<Answer<String>>> future) {
    try {
      return Objects.requireNonNull(future.get()).get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no answer", e);
    }
  }

  /** Begins a call on another thread, and returns when it has asked twice: it waits. */
  private Future<Answer<String>> waiting(IdempotencyTemplate template, IdempotencyKey key) {
    int asked = store.asked(Step.CLAIM);
    Callable<Answer<String>> call = () -> template.call(WAITING, key, null, inner -> work());
    Future<Answer<String>> duplicate = threads.submit(call);
    Eventually.until(() -> store.asked(Step.CLAIM) >= asked + 2, DEADLINE);
    return duplicate;
  }

  @Test
  void whoWaitsIsGivenTheResultOnceItIsThere() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    AtomicReference<Future<Answer<String>>> duplicate = new AtomicReference<>();
    template.call(
        WAITING,
        key,
        null,
        execution -> {
          duplicate.set(waiting(template, key));
          return work();
        });
    assertThat(got(duplicate)).isEqualTo(new Answer.Replayed<>("ran 1"));
    assertThat(ran).hasValue(1);
  }

  @Test
  void whoWaitsForWorkThatFailsRunsIt() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    AtomicReference<Future<Answer<String>>> duplicate = new AtomicReference<>();
    try {
      template.call(
          WAITING,
          key,
          null,
          execution -> {
            duplicate.set(waiting(template, key));
            throw new IllegalStateException("nothing took effect");
          });
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("nothing took effect");
    }
    assertThat(got(duplicate)).isEqualTo(new Answer.Ran<>("ran 1")); // C111
  }

  @Test
  void aStoreThatFallsSilentWhileOneWaitsStartsNoSecondRun() {
    MemoryIdempotencyStore second = new MemoryIdempotencyStore(Clock.systemUTC());
    for (Layer layer : List.of(Layer.lease(store, Outage.PROCEED), Layer.lease(store, second))) {
      ran.set(0);
      IdempotencyTemplate template = engine().template(layer);
      IdempotencyKey key = key();
      template.call(
          WAITING,
          key,
          null,
          execution -> {
            Future<Answer<String>> duplicate = waiting(template, key);
            store.off(Step.CLAIM);
            refused(got(new AtomicReference<>(duplicate)), Reason.IN_PROGRESS); // C107, C116
            store.off();
            return work();
          });
      assertThat(ran).hasValue(1);
    }
  }

  @Test
  void whoHasWaitedLeavesItsPlaceToOthers() {
    IdempotencyTemplate template = template();
    Operation<String> brief = PAY.withWait(Duration.ofMillis(10));
    IdempotencyKey key = key();
    template.call(
        PAY,
        key,
        null,
        execution -> {
          for (int i = 0; i < IdempotencyEngine.WAITERS_MAX + 5; i++) {
            int asked = store.asked(Step.CLAIM);
            refused(template.call(brief, key, null, inner -> work()), Reason.IN_PROGRESS);
            assertThat(store.asked(Step.CLAIM)).isGreaterThan(asked + 1); // C162: it waited
          }
          return work();
        });
  }

  @Test
  void whoIsInterruptedWaitsNoLonger() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    template.call(
        PAY,
        key,
        null,
        execution -> {
          Thread.currentThread().interrupt();
          long begun = System.nanoTime();
          refused(template.call(WAITING, key, null, inner -> work()), Reason.IN_PROGRESS);
          assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Operation.WAIT_MAX);
          assertThat(Thread.interrupted()).isTrue();
          return work();
        });
  }
}
