package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.paidonce.AfterFailure;
import io.paidonce.Answer;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Interceptions.Outcome;
import io.paidonce.Layer;
import io.paidonce.Operation;
import io.paidonce.Outage;
import io.paidonce.StoreUnavailableException;
import io.paidonce.engine.SwitchedStore.Step;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gate in front of a record: the gate saves work, the record decides. */
class LayersTest extends EngineTestCase {

  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final SwitchedStore record = new SwitchedStore();

  private IdempotencyTemplate layered(Outage ofTheGate) {
    return engine().template(Layer.lease(store, ofTheGate), Layer.lease(record, Outage.FAIL));
  }

  @ParameterizedTest
  @EnumSource(
      value = Outage.class,
      names = {"FALL_BACK", "PROCEED"})
  void withoutItsGateTheRecordStillMakesItOne(Outage outage) {
    IdempotencyTemplate template = layered(outage);
    IdempotencyKey key = key();
    store.off(Step.CLAIM);
    List<Answer<String>> answers =
        Simultaneously.<Answer<String>>run(
                32, DEADLINE, () -> template.call(PAY, key, null, execution -> work()))
            .all();
    assertThat(answers).filteredOn(Answer.Ran.class::isInstance).hasSize(1); // C116
    assertThat(ran).hasValue(1);
    store.off();
    assertThat(template.call(PAY, key, null, execution -> work()))
        .isEqualTo(new Answer.Replayed<>("ran 1"));
    assertThat(told)
        .contains(outage == Outage.PROCEED ? Outcome.PROCEEDED : Outcome.FELL_BACK)
        .doesNotContain(Outcome.UNAVAILABLE);
  }

  @Test
  void aGateThatMustAnswerRunsNothingWithoutAnAnswer() {
    store.off(Step.CLAIM);
    unavailable(layered(Outage.FAIL)); // C116
    assertThat(record.asked(Step.CLAIM)).isZero();
  }

  @ParameterizedTest
  @EnumSource(Outage.class)
  void withoutItsRecordNothingRunsBehindAnyGate(Outage outage) {
    record.off(Step.CLAIM);
    unavailable(layered(outage)); // C116
    store.off(Step.CLAIM);
    unavailable(layered(outage));
  }

  private void unavailable(IdempotencyTemplate template) {
    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> template.call(PAY, key(), null, execution -> work()));
    assertThat(ran).hasValue(0);
    assertThat(told).contains(Outcome.UNAVAILABLE);
  }

  @Test
  void aGateWhoseStoreIsGoneLeavesTheDecisionToTheRecordInside() {
    IdempotencyTemplate gate = engine().template(Layer.gate(store, Outage.FALL_BACK));
    IdempotencyTemplate inside = engine().template(Layer.lease(record, Outage.FAIL));
    IdempotencyKey key = key();
    store.off(Step.CLAIM);
    for (int i = 0; i < 3; i++) {
      Answer<String> answer =
          gate.call(
              PAY, key, null, outer -> inside.call(PAY, key, null, execution -> work()).orThrow());
      assertThat(answer.orThrow()).isEqualTo("ran 1");
    }
    assertThat(ran).hasValue(1);
  }

  @Test
  void aKeptFailureIsToldByTheRecordEachTimeTheGateForgets() {
    IdempotencyTemplate template = layered(Outage.FALL_BACK);
    Operation<String> operation = PAY.withAfterFailure(failure -> AfterFailure.KEEP);
    IdempotencyKey key = key();
    IllegalArgumentException failure = new IllegalArgumentException("no such card");
    assertThat(
            catchThrowable(
                () ->
                    template.call(
                        operation,
                        key,
                        null,
                        execution -> {
                          throw failure;
                        })))
        .isSameAs(failure);
    store.free(key, true); // the gate forgets
    for (int i = 0; i < 3; i++) {
      Answer<String> again = template.call(operation, key, null, execution -> work());
      refused(again, Reason.FAILED_BEFORE); // C106
      assertThat(again.toString()).contains("no such card");
    }
    assertThat(ran).hasValue(0);
  }

  @Test
  void aSilentStoreIsLeftAloneAndItsNeighbourIsNot() {
    IdempotencyTemplate template = layered(Outage.FALL_BACK);
    store.off(Step.CLAIM);
    for (int i = 0; i < 50; i++) {
      assertThat(template.call(PAY, key(), null, execution -> work()))
          .isInstanceOf(Answer.Ran.class);
    }
    assertThat(store.asked(Step.CLAIM)).isLessThan(25);
    assertThat(record.asked(Step.CLAIM)).isEqualTo(50);
  }
}
