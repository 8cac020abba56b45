package io.paidonce;

import io.paidonce.IdempotencyStore.Mode;
import io.paidonce.Interceptions.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Runs work once a key, through one or more layers: the plain interface, without annotations.
 *
 * <p>With a layer that is atomic, record and effect commit together: exactly once. With leases only
 * it is at least or at most once after a crash, as {@link Takeover} says. The work never runs
 * without a claim, save where a layer's {@link Outage} says so. Thread-safe.
 */
public final class IdempotencyTemplate {

  /** The marker of every line about an interception. */
  public static final Marker MARKER = MarkerFactory.getMarker("idempotent");

  private final IdempotencyEngine engine;
  private final List<Layer> layers;

  IdempotencyTemplate(IdempotencyEngine engine, List<Layer> layers) {
    if (layers.isEmpty()) {
      throw new IllegalArgumentException("a template has at least one layer");
    }
    boolean atomicSeen = false;
    for (Layer layer : layers) {
      if (atomicSeen && layer.mode() == Mode.LEASE) {
        throw new IllegalArgumentException(
            "the lease of "
                + layer.store().name()
                + " stands inside a transaction; name the gate before the record");
      }
      atomicSeen |= layer.mode() == Mode.ATOMIC;
    }
    this.engine = engine;
    this.layers = layers;
  }

  /**
   * Runs the work, or answers as its first run was answered.
   *
   * @param content what is asked for, to notice a key that comes with another request; null if the
   *     key alone says it. See {@link Fingerprint#of}
   * @throws X what the work throws, after the claim was ended as the operation says
   * @throws StoreUnavailableException if a store did not answer and its layer says so
   */
  public <T extends @Nullable Object, X extends Throwable> Answer<T> call(
      Operation<T> operation, IdempotencyKey key, @Nullable Object content, Work<T, X> work)
      throws X {
    Fingerprint fingerprint = content == null ? null : Fingerprint.of(content);
    return run(new Call<>(operation, List.of(key), fingerprint), work);
  }

  /** The same for several keys, all of them or none; their order does not matter. */
  public <T extends @Nullable Object, X extends Throwable> Answer<T> call(
      Operation<T> operation, List<IdempotencyKey> keys, @Nullable Object content, Work<T, X> work)
      throws X {
    List<IdempotencyKey> sorted = Ticket.sorted(keys);
    List<@Nullable Object> all = new ArrayList<>(sorted.size() + 1);
    sorted.forEach(key -> all.add(key.sha256Hex()));
    all.add(content);
    return run(new Call<>(operation, sorted, Fingerprint.of(all)), work);
  }

  private <T extends @Nullable Object, X extends Throwable> Answer<T> run(
      Call<T> call, Work<T, X> work) throws X {
    Execution enclosing = Execution.current().orElse(null);
    Answer<T> answer = layer(0, call, work);
    if (answer instanceof Answer.Ran) {
      count(call, layers.get(layers.size() - 1).store(), Outcome.EXECUTED);
    } else if (enclosing != null && enclosing.key().equals(call.keys().get(0))) {
      enclosing.answeredInside();
    }
    return answer;
  }

  private <T extends @Nullable Object, X extends Throwable> Answer<T> layer(
      int index, Call<T> call, Work<T, X> work) throws X {
    boolean last = index == layers.size() - 1;
    Work<Answer<T>, X> next =
        last
            ? execution -> ran(execution, work.run(execution))
            : execution -> layer(index + 1, call, work);
    Layer layer = layers.get(index);
    return layer.mode() == Mode.LEASE
        ? new LeasedRun<>(engine, layer, last, call, next).run()
        : new AtomicRun<>(engine, layer, call, next).run();
  }

  /** What came of the work itself, which may have been answered by a template further inside. */
  private static <T extends @Nullable Object> Answer<T> ran(Execution execution, T value) {
    return execution.wasAnsweredInside() ? new Answer.Replayed<>(value) : new Answer.Ran<>(value);
  }

  private void count(Call<?> call, IdempotencyStore store, Outcome outcome) {
    engine.interceptions().happened(call.operation().scope(), store.name(), outcome);
  }

  /** One call: what is to be done, under which keys, and what was asked for. */
  record Call<T extends @Nullable Object>(
      Operation<T> operation, List<IdempotencyKey> keys, @Nullable Fingerprint fingerprint) {

    Call {
      for (IdempotencyKey key : keys) {
        if (!key.scope().equals(operation.scope())) {
          throw new IllegalArgumentException(
              "key " + key.readable() + " is not of the scope of operation " + operation.scope());
        }
      }
    }

    /** Whoever finds out about doubt leaves doubt behind, and nothing to be taken over. */
    ClaimRequest request(String owner, boolean resolving) {
      Takeover takeover = resolving ? Takeover.NEVER : operation.takeover();
      return new ClaimRequest(keys, owner, fingerprint, operation.lease(), takeover, resolving);
    }

    IdempotencyKey primary() {
      return keys.get(0);
    }

    String readable() {
      return primary().readable();
    }
  }
}
