package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.paidonce.Answer;
import io.paidonce.Completion;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Operation;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.ResultCodec;
import java.lang.reflect.Type;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Results of every kind, also those that cannot be written or read: the effect stays one. */
class ResultsTest extends EngineTestCase {

  private static final Operation<Thread> ODD = Operation.of("pay", Thread.class);

  static Stream<Throwable> faults() {
    return Stream.of(
        new IllegalStateException("x"),
        new StackOverflowError("x"),
        new OutOfMemoryError("x"),
        new NoClassDefFoundError("x"),
        new AssertionError("x"));
  }

  /** Fails at writing, or at reading. */
  private record FaultyCodec(Throwable fault, boolean writes) implements ResultCodec {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public boolean handles(Type type) {
      return type == Thread.class;
    }

    @Override
    public byte[] encode(Object value, Type type) {
      return writes ? new byte[] {1} : failing();
    }

    @Override
    public Object decode(byte[] bytes, Type type) {
      return failing();
    }

    private byte[] failing() {
      if (fault instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) fault;
    }
  }

  private void effectIsOne(Throwable fault, boolean writes) {
    codecs.add(new FaultyCodec(fault, writes));
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    assertThatCode( // also what a test framework would not survive
            () ->
                assertThat(template.call(ODD, key, null, execution -> thread()))
                    .isEqualTo(new Answer.Ran<>(Thread.currentThread())))
        .doesNotThrowAnyException();
    assertThat(store.find(key).map(RecordView::state)).contains(State.COMPLETED);
    assertThatCode(
            () -> {
              for (int i = 0; i < 10; i++) {
                refused( // F31
                    template.call(ODD, key, null, execution -> thread()), Reason.RESULT_UNREADABLE);
              }
            })
        .doesNotThrowAnyException();
    assertThat(ran).hasValue(1);
  }

  private Thread thread() {
    work();
    return Thread.currentThread();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aResultThatCannotBeWrittenTakesEffectOnce(Throwable fault) {
    effectIsOne(fault, false);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aResultThatCannotBeReadTakesEffectOnce(Throwable fault) {
    effectIsOne(fault, true);
  }

  @Test
  void aResultThatIsTooLargeTakesEffectOnce() {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    String large = "x".repeat(Completion.OUTCOME_BYTES_MAX);
    assertThat(template.call(PAY, key, null, execution -> large).orThrow()).isEqualTo(large);
    refused( // F31
        template.call(PAY, key, null, execution -> work()), Reason.RESULT_UNREADABLE);
    assertThat(ran).hasValue(0);
  }

  @Test
  void nullIsGivenAgainAsNull() {
    Operation<@Nullable String> maybe = Operation.of("pay", (Type) String.class);
    Operation<@Nullable Void> none = Operation.of("pay", (Type) void.class);
    nullIsReplayed(maybe);
    nullIsReplayed(none);
  }

  @SuppressWarnings("NullAway") // null is what the operation's type allows
  private <T> void nullIsReplayed(Operation<@Nullable T> operation) {
    IdempotencyTemplate template = template();
    IdempotencyKey key = key();
    assertThat(template.<@Nullable T, RuntimeException>call(operation, key, null, it -> null))
        .isEqualTo(new Answer.Ran<@Nullable T>(null));
    for (int i = 0; i < 2; i++) {
      assertThat(
              template.<@Nullable T, RuntimeException>call(
                  operation,
                  key,
                  null,
                  it -> {
                    work();
                    return null;
                  }))
          .isEqualTo(new Answer.Replayed<@Nullable T>(null));
    }
    assertThat(ran).hasValue(0);
  }
}
