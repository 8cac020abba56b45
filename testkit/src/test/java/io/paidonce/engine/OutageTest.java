package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.paidonce.Answer;
import io.paidonce.ClaimRequest;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Interceptions.Outcome;
import io.paidonce.Layer;
import io.paidonce.MemoryIdempotencyStore;
import io.paidonce.Operation;
import io.paidonce.Outage;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.Resolver;
import io.paidonce.Resolver.Resolution;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Takeover;
import io.paidonce.engine.SwitchedStore.Step;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Stores that do not answer, work that is in doubt, and duplicates that wait. */
class OutageTest extends EngineTestCase {

  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @Test
  void aStoreThatIsGoneAtTheEndTurnsNoSuccessIntoAnError() {
    IdempotencyTemplate template = template();
    Operation<String> brief = PAY.withLease(Duration.ofMillis(300));
    IdempotencyKey key = key();
    Answer<String> answer =
        template.call(
            brief,
            key,
            null,
            execution -> {
              store.off(Step.COMPLETE, Step.RENEW);
              return work();
            });
    assertThat(answer).isEqualTo(new Answer.Ran<>("ran 1")); // C116
    assertThat(told).contains(Outcome.NOT_COMPLETED);
    refused(template.call(brief, key, null, execution -> work()), Reason.IN_PROGRESS);
    store.off();
    Eventually.until( // the completion follows, and nothing runs again
        () -> store.find(key).map(RecordView::state).orElse(null) == State.COMPLETED, DEADLINE);
    assertThat(template.call(brief, key, null, execution -> work()))
        .isEqualTo(new Answer.Replayed<>("ran 1"));
  }

  @Test
  void aFailureWhoseReleaseIsLostIsStillThatFailure() {
    IdempotencyTemplate template = template();
    Operation<String> brief = PAY.withLease(Duration.ofMillis(300));
    IdempotencyKey key = key();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                template.call(
                    brief,
                    key,
                    null,
                    execution -> {
                      store.off(Step.RELEASE);
                      throw new IllegalStateException("business");
                    }))
        .withMessage("business"); // C116
    store.off();
    Eventually.until(
        () -> template.call(brief, key, null, execution -> work()) instanceof Answer.Ran, DEADLINE);
  }

  @Test
  void eachLayerDoesInAnOutageWhatItSays() {
    IdempotencyEngine engine = engine();
    store.off(Step.CLAIM);
    IdempotencyTemplate fails = engine.template(Layer.lease(store, Outage.FAIL));
    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> fails.call(PAY, key(), null, execution -> work()));
    IdempotencyTemplate alone = engine.template(Layer.lease(store, Outage.FALL_BACK));
    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> alone.call(PAY, key(), null, execution -> work()));
    assertThat(ran).hasValue(0);
    assertThat(told).containsOnly(Outcome.UNAVAILABLE);
    told.clear();

    MemoryIdempotencyStore second = new MemoryIdempotencyStore(Clock.systemUTC());
    IdempotencyTemplate backed = engine.template(Layer.lease(store, second));
    IdempotencyKey key = key();
    backed.call(PAY, key, null, execution -> work());
    assertThat(backed.call(PAY, key, null, execution -> work()))
        .isEqualTo(new Answer.Replayed<>("ran 1"));
    IdempotencyTemplate layered =
        engine.template(Layer.lease(store, Outage.FALL_BACK), Layer.lease(second, Outage.FAIL));
    assertThat(layered.call(PAY, key, null, execution -> work()))
        .isEqualTo(new Answer.Replayed<>("ran 1"));
    assertThat(told).contains(Outcome.FELL_BACK);
    IdempotencyTemplate proceeds = engine.template(Layer.lease(store, Outage.PROCEED));
    assertThat(proceeds.call(PAY, key, null, execution -> work()))
        .isEqualTo(new Answer.Ran<>("ran 2"));
    assertThat(told).contains(Outcome.PROCEEDED);
  }

  @Test
  void aStoreThatDoesNotAnswerIsLeftAloneForAWhile() {
    IdempotencyTemplate template = template();
    store.off(Step.CLAIM);
    for (int i = 0; i < 50; i++) {
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> template.call(PAY, key(), null, execution -> work()));
    }
    assertThat(store.asked(Step.CLAIM)).isLessThanOrEqualTo(5);
    store.off();
    Eventually.until(
        () -> {
          try {
            return template.call(PAY, key(), null, execution -> work()) instanceof Answer.Ran;
          } catch (StoreUnavailableException e) {
            return false;
          }
        },
        DEADLINE);
  }

  @Test
  void theGateGivesWhatTheRecordHadDecided() {
    IdempotencyEngine engine = engine();
    MemoryIdempotencyStore record = new MemoryIdempotencyStore(Clock.systemUTC());
    IdempotencyTemplate template =
        engine.template(Layer.lease(store, Outage.FALL_BACK), Layer.lease(record, Outage.FAIL));
    IdempotencyKey key = key();
    template.call(PAY, key, null, execution -> work());
    store.free(key, true); // the gate forgets
    for (int i = 0; i < 2; i++) {
      assertThat(template.call(PAY, key, null, execution -> work()))
          .isEqualTo(new Answer.Replayed<>("ran 1"));
    }
    assertThat(store.find(key).map(RecordView::state)).contains(State.COMPLETED);
  }

  @Test
  void workInDoubtIsResolvedByAsking() {
    AtomicReference<Resolution<String>> truth =
        new AtomicReference<>(new Resolution.Unknown<>("?"));
    Resolver<String> resolver = key -> Objects.requireNonNull(truth.get());
    Operation<String> operation =
        PAY.withLease(Duration.ofMillis(20)).withTakeover(Takeover.NEVER, resolver);
    IdempotencyTemplate template = template();
    IdempotencyKey happened = crashed(operation);
    IdempotencyKey did = crashed(operation);
    refused(template.call(operation, happened, null, execution -> work()), Reason.IN_DOUBT);
    truth.set(new Resolution.Happened<>("the provider says so"));
    for (int i = 0; i < 2; i++) {
      assertThat(template.call(operation, happened, null, execution -> work()))
          .isEqualTo(new Answer.Replayed<>("the provider says so"));
    }
    assertThat(ran).hasValue(0);
    truth.set(new Resolution.NotHappened<>());
    assertThat(template.call(operation, did, null, execution -> work()))
        .isEqualTo(new Answer.Ran<>("ran 1"));
  }

  @Test
  void aResolverThatFailsLeavesItInDoubt() {
    Operation<String> operation =
        PAY.withLease(Duration.ofMillis(20))
            .withTakeover(
                Takeover.NEVER,
                key -> {
                  throw new IllegalStateException("the provider does not answer");
                });
    IdempotencyTemplate template = template();
    IdempotencyKey key = crashed(operation);
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> template.call(operation, key, null, execution -> work()));
    }
    assertThat(store.find(key).map(RecordView::state)).contains(State.IN_DOUBT);
    assertThat(ran).hasValue(0);
  }

  /** A key whose owner has gone without a word. */
  private IdempotencyKey crashed(Operation<String> operation) {
    IdempotencyKey key = key();
    store.claim(
        new ClaimRequest(
            List.of(key), "gone/x", null, operation.lease(), operation.takeover(), false));
    Eventually.until(
        () -> store.find(key).map(RecordView::state).orElseThrow() == State.LEASE_ENDED, DEADLINE);
    return key;
  }

  @Test
  void duplicatesWaitForABoundedTimeAndInABoundedNumber() {
    IdempotencyTemplate template = template();
    Operation<String> waiting = PAY.withWait(Duration.ofMillis(500));
    IdempotencyKey key = key();
    int callers = IdempotencyEngine.WAITERS_MAX + 40;
    template.call(
        waiting,
        key,
        null,
        execution -> {
          List<Long> waits =
              Simultaneously.<Long>run(
                      callers,
                      DEADLINE,
                      () -> {
                        long begun = System.nanoTime();
                        refused(
                            template.call(waiting, key, null, inner -> work()), Reason.IN_PROGRESS);
                        return Duration.ofNanos(System.nanoTime() - begun).toMillis();
                      })
                  .all();
          assertThat(waits).filteredOn(it -> it >= 500).hasSizeLessThanOrEqualTo(64); // C162
          assertThat(waits).filteredOn(it -> it < 500).hasSizeGreaterThanOrEqualTo(40);
          assertThat(waits).allMatch(it -> it < 10_000);
          return work();
        });
    assertThat(ran).hasValue(1);
  }
}
