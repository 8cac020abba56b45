package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.paidonce.AfterFailure;
import io.paidonce.Answer;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.Execution;
import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Layer;
import io.paidonce.Operation;
import io.paidonce.Outage;
import io.paidonce.OwnershipLostException;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Takeover;
import io.paidonce.engine.SwitchedStore.Step;
import io.paidonce.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the work throws reaches the caller as it is, and ends the claim as the operation says. */
class FailuresTest extends EngineTestCase {

  private static final Duration DEADLINE = Duration.ofSeconds(20);

  static Stream<Throwable> failures() {
    return Stream.of(
        new IllegalStateException("x"),
        new IOException("x"),
        new InterruptedException("x"),
        new AssertionError("x"),
        new OutOfMemoryError("x"),
        new StackOverflowError("x"),
        new NoClassDefFoundError("x"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void everyThrowableEndsTheClaimAsTheOperationSays(Throwable failure) {
    IdempotencyEngine engine = engine();
    IdempotencyTemplate template = engine.template(Layer.lease(store, Outage.FAIL));
    for (AfterFailure policy : AfterFailure.values()) {
      IdempotencyKey key = key();
      Operation<String> operation = PAY.withAfterFailure(it -> policy);
      assertThat(failing(template, operation, key, failure)).isSameAs(failure); // F57
      Optional<State> after = state(key);
      Answer<String> next = template.call(operation, key, null, execution -> "ran");
      switch (policy) {
        case RELEASE -> {
          assertThat(after).isEmpty(); // C111, C106
          assertThat(next).isEqualTo(new Answer.Ran<>("ran"));
        }
        case KEEP -> {
          assertThat(after).contains(State.COMPLETED); // C106
          refused(next, Reason.FAILED_BEFORE);
        }
        case DOUBT -> {
          assertThat(after).contains(State.IN_DOUBT); // C112
          refused(next, Reason.IN_DOUBT);
        }
      }
    }
    assertThat(engine.renewing()).isZero();
    assertThat(Execution.current()).isEmpty();
  }

  @Test
  void aPolicyThatFailsHidesNoFailureAndFreesNothing() {
    IllegalStateException broken = new IllegalStateException("policy");
    Operation<String> operation =
        PAY.withAfterFailure(
            it -> {
              throw broken;
            });
    IdempotencyKey key = key();
    IOException business = new IOException("business");
    IdempotencyTemplate template = template();
    assertThat(failing(template, operation, key, business)).isSameAs(business);
    assertThat(business).hasSuppressedException(broken);
    refused(template.call(operation, key, null, execution -> work()), Reason.IN_PROGRESS);
  }

  /** Cannot even say what is wrong. */
  private static final class Speechless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no words");
    }
  }

  @Test
  void aFailureWithoutWordsIsKeptAllTheSame() {
    Operation<String> operation = PAY.withAfterFailure(it -> AfterFailure.KEEP);
    IdempotencyKey key = key();
    Speechless failure = new Speechless();
    IdempotencyTemplate template = template();
    assertThat(failing(template, operation, key, failure)).isSameAs(failure);
    refused(template.call(operation, key, null, execution -> work()), Reason.FAILED_BEFORE);
  }

  @Test
  void whatMayRunOnlyOnceIsInDoubtWhenItsClaimWasLost() {
    Operation<String> once =
        PAY.withLease(Duration.ofMillis(150)).withTakeover(Takeover.NEVER, null);
    IdempotencyKey key = key();
    IdempotencyTemplate template = template();
    Throwable lost =
        catchThrowable(
            () ->
                template.call(
                    once,
                    key,
                    null,
                    execution -> {
                      work();
                      store.off(Step.RENEW);
                      Eventually.until(execution::lost, DEADLINE);
                      execution.checkpoint();
                      return "not reached";
                    }));
    assertThat(lost).isInstanceOf(OwnershipLostException.class); // C104
    store.off();
    refused(template.call(once, key, null, execution -> work()), Reason.IN_DOUBT); // C112
    assertThat(ran).hasValue(1);
  }

  @Test
  void aStoreTheWorkItselfUsesDoesNotOverruleTheDoubt() {
    Operation<String> operation = PAY.withAfterFailure(it -> AfterFailure.DOUBT);
    IdempotencyKey key = key();
    IdempotencyTemplate template = template();
    StoreUnavailableException other = new StoreUnavailableException("another", "claim");
    assertThat(failing(template, operation, key, other)).isSameAs(other);
    refused(template.call(operation, key, null, execution -> work()), Reason.IN_DOUBT); // C112
  }

  @Test
  void aRecordThatDoesNotAnswerLeavesTheGateOpen() {
    SwitchedStore record = new SwitchedStore();
    Operation<String> operation = PAY.withAfterFailure(it -> AfterFailure.DOUBT);
    IdempotencyTemplate template =
        engine().template(Layer.lease(store, Outage.FALL_BACK), Layer.lease(record, Outage.FAIL));
    IdempotencyKey key = key();
    record.off(Step.CLAIM);
    assertThat(catchThrowable(() -> template.call(operation, key, null, execution -> work())))
        .isInstanceOf(StoreUnavailableException.class); // C116
    assertThat(state(key)).isEmpty();
    record.off();
    assertThat(template.call(operation, key, null, execution -> work()))
        .isEqualTo(new Answer.Ran<>("ran 1"));
  }

  private Optional<State> state(IdempotencyKey key) {
    return store.find(key).map(RecordView::state);
  }

  private static Throwable failing(
      IdempotencyTemplate template, Operation<String> operation, IdempotencyKey key, Throwable it) {
    return catchThrowable(
        () ->
            template.<String, Throwable>call(
                operation,
                key,
                null,
                execution -> {
                  throw it;
                }));
  }
}
