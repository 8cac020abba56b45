package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.paidonce.AfterFailure;
import io.paidonce.Answer;
import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Operation;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.Resolver;
import io.paidonce.Resolver.Resolution;
import io.paidonce.Takeover;
import io.paidonce.engine.SwitchedStore.Step;
import io.paidonce.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whoever finds out about work in doubt does so alone, and only the truth ends the doubt. */
class ResolvingTest extends EngineTestCase {

  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final AtomicInteger asked = new AtomicInteger();
  private volatile Resolver<String> resolver = key -> new Resolution.Unknown<>("?");

  /** Runs again after a lease, and doubts what fails. */
  private Operation<String> operation(Duration lease) {
    return PAY.withLease(lease)
        .withAfterFailure(failure -> AfterFailure.DOUBT)
        .withTakeover(
            Takeover.AFTER_LEASE,
            key -> {
              asked.incrementAndGet();
              return resolver.resolve(key);
            });
  }

  private IdempotencyKey doubted(IdempotencyTemplate template, Operation<String> operation) {
    IdempotencyKey key = key();
    Throwable failed =
        catchThrowable(
            () ->
                template.<String, IOException>call(
                    operation,
                    key,
                    null,
                    execution -> {
                      throw new IOException("timed out");
                    }));
    assertThat(failed).isInstanceOf(IOException.class);
    assertThat(state(key)).isEqualTo(State.IN_DOUBT);
    return key;
  }

  private State state(IdempotencyKey key) {
    return store.find(key).map(RecordView::state).orElseThrow();
  }

  @Test
  void doubtOutlivesWhoeverWasFindingOut() {
    IdempotencyTemplate template = template();
    Operation<String> operation = operation(Duration.ofMillis(200));
    IdempotencyKey key = doubted(template, operation);
    IllegalStateException silent = new IllegalStateException("the provider does not answer");
    resolver =
        it -> {
          throw silent;
        };
    store.off(Step.DOUBT);
    assertThat(catchThrowable(() -> template.call(operation, key, null, it -> work())))
        .isSameAs(silent);
    resolver = it -> new Resolution.Happened<>("it did");
    Eventually.passes( // C112
        () ->
            assertThat(template.call(operation, key, null, it -> work()))
                .isEqualTo(new Answer.Replayed<>("it did")),
        DEADLINE);
    assertThat(ran).hasValue(0);
  }

  @Test
  void doubtThatTheStoreDoesNotTakeBackIsStillTheAnswer() {
    IdempotencyTemplate template = template();
    Operation<String> operation = operation(Duration.ofMillis(300));
    IdempotencyKey key = doubted(template, operation);
    store.off(Step.DOUBT);
    refused(template.call(operation, key, null, it -> work()), Reason.IN_DOUBT); // C116
    store.off();
    Eventually.until(() -> state(key) == State.IN_DOUBT, DEADLINE);
    assertThat(ran).hasValue(0);
  }

  @Test
  void aSlowResolverKeepsItsKey() {
    IdempotencyTemplate template = template();
    Operation<String> operation = operation(Duration.ofMillis(300));
    IdempotencyKey key = doubted(template, operation);
    resolver =
        it -> {
          Eventually.until(() -> store.asked(Step.RENEW) >= 5, DEADLINE); // C104
          refused(template.call(operation, key, null, inner -> work()), Reason.IN_PROGRESS);
          return new Resolution.NotHappened<>();
        };
    assertThat(template.call(operation, key, null, it -> work()))
        .isEqualTo(new Answer.Ran<>("ran 1"));
    assertThat(asked).hasValue(1);
  }

  @Test
  void aResolverThatLostItsKeyRunsNothing() {
    IdempotencyTemplate template = template();
    Operation<String> operation = operation(Duration.ofSeconds(30));
    IdempotencyKey key = doubted(template, operation);
    resolver =
        it -> {
          store.free(key, true);
          assertThat(
                  store.claim(
                      new ClaimRequest(
                          List.of(key),
                          "other/x",
                          null,
                          operation.lease(),
                          Takeover.AFTER_LEASE,
                          false)))
              .isInstanceOf(Claim.Acquired.class);
          return new Resolution.NotHappened<>();
        };
    refused(template.call(operation, key, null, it -> work()), Reason.IN_PROGRESS); // C107
    assertThat(ran).hasValue(0);
    assertThat(store.find(key).map(RecordView::owner)).contains("other/x");
  }

  @Test
  @SuppressWarnings("NullAway") // what a careless resolver does
  void noAnswerOfAResolverIsNotThatItDidNotHappen() {
    IdempotencyTemplate template = template();
    Operation<String> operation = operation(Duration.ofSeconds(30));
    IdempotencyKey key = doubted(template, operation);
    resolver = it -> null;
    assertThat(catchThrowable(() -> template.call(operation, key, null, it -> work())))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("resolver");
    assertThat(ran).hasValue(0);
    assertThat(state(key)).isEqualTo(State.IN_DOUBT);
  }
}
