package io.paidonce;

import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.Envelope.Kind;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns results into what is stored, and what is stored into answers. */
final class Outcomes {

  private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);
  private static final Set<Type> NOTHING = Set.of(void.class, Void.class);
  private static final int MESSAGE_LENGTH_MAX = 500;

  private final List<ResultCodec> codecs;

  Outcomes(List<ResultCodec> codecs) {
    this.codecs = List.copyOf(codecs);
  }

  /** Whether duplicates can be given a result of this type. */
  boolean handles(Type type) {
    return NOTHING.contains(type) || codec(type).isPresent();
  }

  /**
   * A result as it is stored. One that cannot be written is stored as such, never thrown, errors
   * included: the work has taken effect, and must be known to have.
   */
  byte[] of(@Nullable Object value, Type type, IdempotencyKey key) {
    if (value == null || NOTHING.contains(type)) {
      return Envelope.empty(Kind.NOTHING).sealed(key);
    }
    try {
      ResultCodec codec =
          codec(type).orElseThrow(() -> new IllegalStateException("no codec for " + type));
      byte[] sealed = new Envelope(Kind.VALUE, codec.name(), codec.encode(value, type)).sealed(key);
      if (sealed.length <= Completion.OUTCOME_BYTES_MAX) {
        return sealed;
      }
      LOG.warn(
          IdempotencyTemplate.MARKER,
          "[idempotent] event=result.too_large key={} bytes={} max={}",
          key.readable(),
          sealed.length,
          Completion.OUTCOME_BYTES_MAX);
    } catch (RuntimeException | Error e) {
      LOG.warn(
          IdempotencyTemplate.MARKER,
          "[idempotent] event=result.not_stored key={} type={} because {}",
          key.readable(),
          type.getTypeName(),
          e.getClass().getName());
    }
    return Envelope.empty(Kind.UNSTORABLE).sealed(key);
  }

  /** A failure as it is stored. */
  byte[] of(Throwable failure, IdempotencyKey key) {
    String message = message(failure);
    String kept =
        message.length() <= MESSAGE_LENGTH_MAX ? message : message.substring(0, MESSAGE_LENGTH_MAX);
    byte[] payload = (failure.getClass().getName() + "\n" + kept).getBytes(StandardCharsets.UTF_8);
    return new Envelope(Kind.FAILURE, "", payload).sealed(key);
  }

  /** Nothing if the failure cannot say it. */
  private static String message(Throwable failure) {
    try {
      return String.valueOf(failure.getMessage());
    } catch (RuntimeException | Error e) {
      LOG.debug("a {} has no message because {}", failure.getClass(), e.getClass().getName());
      return "";
    }
  }

  /** The answer to a duplicate of what was stored. */
  <T extends @Nullable Object> Answer<T> answer(
      byte[] outcome, Operation<T> operation, IdempotencyKey key) {
    if (outcome.length == 0) {
      return refused(Reason.RESULT_UNREADABLE, key, "none was stored");
    }
    Optional<Envelope> opened = Envelope.opened(outcome, key);
    if (opened.isEmpty()) {
      LOG.warn(
          IdempotencyTemplate.MARKER,
          "[idempotent] event=result.not_this_keys key={} bytes={}",
          key.readable(),
          outcome.length);
      return refused(Reason.RESULT_UNREADABLE, key, "what is stored is not this key's result");
    }
    Envelope envelope = opened.get();
    return switch (envelope.kind()) {
      case NOTHING -> new Answer.Replayed<>(nothing());
      case VALUE -> value(envelope, operation, key);
      case UNSTORABLE -> refused(Reason.RESULT_UNREADABLE, key, "it could not be stored");
      case FAILURE ->
          refused(
              Reason.FAILED_BEFORE,
              key,
              new String(envelope.payload(), StandardCharsets.UTF_8).replace("\n", ": "));
    };
  }

  /** Null stands for a null result, whose type then allows it. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T extends @Nullable Object> T nothing() {
    return null;
  }

  @SuppressWarnings("unchecked") // the codec was chosen by the operation's type
  private <T extends @Nullable Object> Answer<T> value(
      Envelope envelope, Operation<T> operation, IdempotencyKey key) {
    try {
      ResultCodec codec =
          codecs.stream()
              .filter(it -> it.name().equals(envelope.codec()))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("no codec " + envelope.codec()));
      return new Answer.Replayed<>((T) codec.decode(envelope.payload(), operation.resultType()));
    } catch (RuntimeException | Error e) {
      LOG.warn(
          IdempotencyTemplate.MARKER,
          "[idempotent] event=result.not_read key={} type={} because {}",
          key.readable(),
          operation.resultType().getTypeName(),
          e.getClass().getName());
      return refused(
          Reason.RESULT_UNREADABLE,
          key,
          "it is no " + operation.resultType().getTypeName() + " as this version knows it");
    }
  }

  private static <T extends @Nullable Object> Answer<T> refused(
      Reason reason, IdempotencyKey key, String detail) {
    return new Answer.Refused<>(reason, key.readable(), detail);
  }

  private Optional<ResultCodec> codec(Type type) {
    return codecs.stream().filter(codec -> codec.handles(type)).findFirst();
  }
}
