package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.AfterFailure;
import io.paidonce.Answer;
import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.DuplicateRequestException;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.Execution;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Interceptions.Outcome;
import io.paidonce.Operation;
import io.paidonce.ResultCodec;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import java.io.IOException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a call is answered, and what a failure leaves behind. */
class AnswersTest extends EngineTestCase {

  @Test
  void theFirstRunsAndTheOthersAreGivenItsResult() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    assertThat(template.call(PAY, key, null, execution -> work()))
        .isEqualTo(new Answer.Ran<>("ran 1"));
    for (int i = 0; i < 3; i++) {
      assertThat(template.call(PAY, key, null, execution -> work()))
          .isEqualTo(new Answer.Replayed<>("ran 1"));
    }
    assertThat(told).startsWith(Outcome.EXECUTED, Outcome.REPLAYED);
  }

  @Test
  void nothingIsAResultToo() {
    IdempotencyTemplate template = template();
    Operation<Object> none = Operation.of("pay", (Type) void.class);
    IdempotencyKey key = key();
    for (int i = 0; i < 2; i++) {
      template.call(
          none,
          key,
          null,
          execution -> {
            work();
            return "not given to anybody";
          });
    }
    assertThat(ran).hasValue(1);
  }

  @Test
  void anotherRequestIsRefusedByName() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    template.call(PAY, key, Map.of("amount", 100, "shop", "s"), execution -> work());
    Answer<String> other =
        template.call(PAY, key, Map.of("amount", 999, "shop", "s"), execution -> work());
    refused(other, Reason.KEY_REUSED); // C52
    assertThatExceptionOfType(DuplicateRequestException.class)
        .isThrownBy(other::orThrow)
        .withMessageContaining("other amount");
    assertThat(ran).hasValue(1);
  }

  @Test
  void whoLosesTheClaimNeverRunsTheWork() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    template.call(
        PAY,
        key,
        null,
        execution -> {
          refused(template.call(PAY, key, null, inner -> work()), Reason.IN_PROGRESS); // C107
          return work();
        });
    assertThat(ran).hasValue(1);
  }

  @Test
  void aFailureReleasesKeepsOrDoubtsAsTheOperationSays() {
    IdempotencyTemplate template = template();
    Operation<String> operation =
        PAY.withAfterFailure(
            failure ->
                failure instanceof IllegalArgumentException
                    ? AfterFailure.KEEP
                    : failure instanceof IOException ? AfterFailure.DOUBT : AfterFailure.RELEASE);
    IdempotencyKey released = key();
    fails(template, operation, released, new IllegalStateException("x")); // C111
    fails(template, operation, released, new AssertionError("x")); // F57
    assertThat(template.call(operation, released, null, execution -> "ok"))
        .isInstanceOf(Answer.Ran.class);

    IdempotencyKey kept = key();
    fails(template, operation, kept, new IllegalArgumentException("no such card"));
    Answer<String> again = template.call(operation, kept, null, execution -> work());
    refused(again, Reason.FAILED_BEFORE); // C106, C124
    assertThatThrownBy(again::orThrow).hasMessageContaining("no such card");

    IdempotencyKey doubted = key();
    fails(template, operation, doubted, new IOException("timed out"));
    refused(template.call(operation, doubted, null, execution -> work()), Reason.IN_DOUBT); // C112
    assertThat(ran).hasValue(0);
    assertThat(Execution.current()).isEmpty(); // F56
  }

  private static void fails(
      IdempotencyTemplate template, Operation<String> operation, IdempotencyKey key, Throwable it) {
    assertThatThrownBy(
            () ->
                template.<String, Throwable>call(
                    operation,
                    key,
                    null,
                    execution -> {
                      throw it;
                    }))
        .isSameAs(it);
  }

  /** Cannot write what it is given. */
  private static final class BrokenCodec implements ResultCodec {
    @Override
    public String name() {
      return "broken";
    }

    @Override
    public boolean handles(Type type) {
      return type == Thread.class;
    }

    @Override
    public byte[] encode(Object value, Type type) {
      throw new IllegalStateException("cannot be written");
    }

    @Override
    public Object decode(byte[] bytes, Type type) {
      throw new IllegalStateException("cannot be read");
    }
  }

  @Test
  void aResultThatCannotBeStoredIsStillDone() {
    codecs.add(new BrokenCodec());
    IdempotencyTemplate template = template();
    Operation<Thread> operation = Operation.of("pay", Thread.class);
    IdempotencyKey key = key();
    for (int i = 0; i < 10; i++) {
      Answer<Thread> answer =
          template.call(
              operation,
              key,
              null,
              execution -> {
                work();
                return Thread.currentThread();
              });
      if (i == 0) {
        assertThat(answer).isInstanceOf(Answer.Ran.class);
      } else {
        refused(answer, Reason.RESULT_UNREADABLE); // F31
      }
    }
    assertThat(ran).hasValue(1);
  }

  @Test
  void whatDoesNotProveToBeThisKeysResultIsNeverGiven() {
    IdempotencyTemplate template = template();
    IdempotencyKey source = key();
    template.call(PAY, source, null, execution -> "of another key");
    byte[] foreign = stored(source);
    byte[] broken = foreign.clone();
    broken[broken.length / 2] ^= 1;
    for (byte[] outcome : List.of(foreign, broken, new byte[] {1, 2, 3}, new byte[0])) {
      IdempotencyKey key = key();
      Ticket ticket = claimed(key);
      store.complete(ticket, new Completion(outcome, Duration.ofHours(1), Duration.ZERO));
      refused( // F37
          template.call(PAY, key, null, execution -> work()), Reason.RESULT_UNREADABLE);
    }
    Operation<Integer> otherType = Operation.of("pay", Integer.class);
    refused(template.call(otherType, source, null, execution -> 1), Reason.RESULT_UNREADABLE);
    assertThat(ran).hasValue(0);
  }

  private byte[] stored(IdempotencyKey key) {
    return store.claim(request(key)) instanceof Claim.Replay it ? it.outcome() : new byte[0];
  }

  private Ticket claimed(IdempotencyKey key) {
    return store
        .claim(request(key))
        .fold(
            Claim.Acquired::ticket,
            it -> unexpected(),
            it -> unexpected(),
            it -> unexpected(),
            it -> unexpected(),
            it -> unexpected());
  }

  private static Ticket unexpected() {
    throw new AssertionError("the key was not free");
  }

  private static ClaimRequest request(IdempotencyKey key) {
    return new ClaimRequest(
        List.of(key), "test/x", null, Duration.ofSeconds(60), Takeover.AFTER_LEASE, false);
  }

  @Test
  void severalKeysAreOneClaimWhateverTheirOrder() {
    IdempotencyTemplate template = template();
    List<IdempotencyKey> keys = List.of(key(), key(), key());
    List<IdempotencyKey> turned = List.of(keys.get(2), keys.get(0), keys.get(1));
    assertThat(template.call(PAY, keys, null, execution -> work()).orThrow()).isEqualTo("ran 1");
    assertThat(template.call(PAY, turned, null, execution -> work()).orThrow()).isEqualTo("ran 1");
    refused(template.call(PAY, keys.subList(0, 2), null, execution -> work()), Reason.KEY_REUSED);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> template.call(PAY, List.of(keys.get(0), keys.get(0)), null, execution -> work()));
  }

  @Test
  void whatAnOperationCannotPromiseIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PAY.withRetryHorizon(Duration.ofDays(3)))
        .withMessageContaining("shorter than its retry horizon");
    assertThat(
            PAY.withRetention(Duration.ofHours(25), Duration.ofDays(3))
                .withRetryHorizon(Duration.ofDays(3)))
        .isNotNull();
    for (Duration lease : List.of(Duration.ZERO, Duration.ofSeconds(-5))) {
      assertThatIllegalArgumentException().isThrownBy(() -> PAY.withLease(lease)); // F14
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PAY.withWait(Duration.ofSeconds(30))); // C162
    IdempotencyKey other = IdempotencyKey.of("refund", "1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> template().call(PAY, other, null, execution -> work())); // F27
  }
}
