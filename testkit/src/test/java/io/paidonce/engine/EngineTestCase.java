package io.paidonce.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Answer;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Interceptions;
import io.paidonce.Layer;
import io.paidonce.Operation;
import io.paidonce.Outage;
import io.paidonce.ResultCodec;
import io.paidonce.Transactions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** An engine of its own for each test, what it told, and how often the work ran. */
abstract class EngineTestCase {

  static final Operation<String> PAY = Operation.of("pay", String.class);

  final SwitchedStore store = new SwitchedStore();
  final AtomicInteger ran = new AtomicInteger();
  final List<Interceptions.Outcome> told = Collections.synchronizedList(new ArrayList<>());
  final List<ResultCodec> codecs = new ArrayList<>();
  private final List<IdempotencyEngine> engines = new ArrayList<>();

  final IdempotencyEngine engine() {
    IdempotencyEngine engine =
        new IdempotencyEngine(
            codecs, (scope, name, outcome) -> told.add(outcome), Transactions.none(), "test");
    engines.add(engine);
    return engine;
  }

  final IdempotencyTemplate template() {
    return engine().template(Layer.lease(store, Outage.FAIL));
  }

  static IdempotencyKey key() {
    return PAY.key(UUID.randomUUID().toString());
  }

  /** The work: says how often it ran. */
  final String work() {
    return "ran " + ran.incrementAndGet();
  }

  static void refused(Answer<?> answer, Reason reason) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            Answer.Refused.class, it -> assertThat(it.reason()).isEqualTo(reason));
  }

  @AfterEach
  final void close() {
    engines.forEach(IdempotencyEngine::close);
  }
}
