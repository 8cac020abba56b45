package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.paidonce.Answer;
import io.paidonce.Execution;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Operation;
import io.paidonce.OwnershipLostException;
import io.paidonce.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls inside calls: each has an execution of its own, and none outlives its call. */
class NestingTest extends EngineTestCase {

  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private static IdempotencyKey current() {
    return Execution.current().orElseThrow().key();
  }

  /** Three calls one in another; the middle one fails if asked to. */
  private void nested(IdempotencyTemplate template, boolean failing) {
    IdempotencyKey outer = key();
    IdempotencyKey middle = key();
    IdempotencyKey inner = key();
    template.call(
        PAY,
        outer,
        null,
        first -> {
          Throwable failure =
              catchThrowable(
                  () ->
                      template.call(
                          PAY,
                          middle,
                          null,
                          second -> {
                            template.call(PAY, inner, null, third -> at(inner));
                            at(middle);
                            return failing ? failed() : work();
                          }));
          assertThat(failure == null).isNotEqualTo(failing);
          return at(outer);
        });
    assertThat(Execution.current()).isEmpty(); // F56
    assertThat(store.find(middle).isEmpty()).isEqualTo(failing);
    assertThat(template.call(PAY, outer, null, it -> work())).isInstanceOf(Answer.Replayed.class);
    assertThat(template.call(PAY, inner, null, it -> work())).isInstanceOf(Answer.Replayed.class);
  }

  private static String at(IdempotencyKey key) {
    assertThat(current()).isEqualTo(key); // F56
    return "done";
  }

  private static String failed() {
    throw new IllegalStateException("business");
  }

  @Test
  void eachCallSeesItsOwnExecutionAndTheOuterOneAgainAfterwards() {
    nested(template(), false);
    nested(template(), true);
  }

  @Test
  void nothingIsLeftOnThreadsThatAreUsedAgain() throws Exception {
    IdempotencyTemplate template = template();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        boolean failing = i % 3 == 0;
        calls.add(
            threads.submit(
                () -> {
                  assertThat(Execution.current()).isEmpty(); // F56
                  nested(template, failing);
                }));
      }
      for (Future<?> call : calls) {
        call.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void workInsideNoticesThatTheClaimAroundItIsLost() {
    IdempotencyTemplate template = template();
    Operation<String> brief = PAY.withLease(Duration.ofMillis(150));
    IdempotencyKey outer = key();
    IdempotencyKey inner = key();
    Throwable lost =
        catchThrowable(
            () ->
                template.call(
                    brief,
                    outer,
                    null,
                    first -> {
                      store.free(outer, true);
                      Eventually.until(first::lost, DEADLINE);
                      return template
                          .call(
                              PAY,
                              inner,
                              null,
                              second -> {
                                second.checkpoint(); // its own claim is well
                                Execution.checkpointAll();
                                return work();
                              })
                          .orThrow();
                    }));
    assertThat(lost)
        .isInstanceOf(OwnershipLostException.class) // F36, C104
        .hasMessageContaining(outer.readable());
    assertThat(ran).hasValue(0);
    assertThat(store.find(inner)).isEmpty();
  }
}
