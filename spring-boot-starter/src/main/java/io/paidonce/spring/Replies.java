package io.paidonce.spring;

import io.paidonce.Answer;
import io.paidonce.DuplicateRequestException;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.OnDuplicate;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the caller of an annotated method is given. */
final class Replies {

  private Replies() {}

  /**
   * The value of the method, of its first call, or of nothing.
   *
   * @throws DuplicateRequestException as the method's {@link OnDuplicate} says
   */
  static @Nullable Object of(Answer<@Nullable Object> answer, IdempotentMethod method, String key) {
    return answer.fold(
        Answer.Ran::value,
        replayed ->
            switch (method.onDuplicate()) {
              case REPLAY, WAIT -> replayed.value();
              case SKIP -> nothing(method.method().getReturnType());
              case THROW -> throw new DuplicateRequestException(Reason.COMPLETED, key, "");
            },
        refused -> refused(refused, method));
  }

  private static @Nullable Object refused(
      Answer.Refused<@Nullable Object> refused, IdempotentMethod method) {
    boolean done =
        refused.reason() == Reason.COMPLETED
            || refused.reason() == Reason.RESULT_UNREADABLE
            || refused.reason() == Reason.LATE
            || refused.reason() == Reason.FAILED_BEFORE;
    if (done && method.onDuplicate() == OnDuplicate.SKIP) {
      return nothing(method.method().getReturnType());
    }
    if (refused.reason() == Reason.RESULT_UNREADABLE && method.onDuplicate() == OnDuplicate.THROW) {
      throw new DuplicateRequestException(Reason.COMPLETED, refused.key(), "");
    }
    throw refused.exception();
  }

  private static @Nullable Object nothing(Class<?> type) {
    if (type == Optional.class) {
      return Optional.empty();
    }
    if (type == List.class || type == Collection.class || type == Iterable.class) {
      return List.of();
    }
    if (type == Set.class) {
      return Set.of();
    }
    if (type == Map.class) {
      return Map.of();
    }
    return type.isPrimitive() && type != void.class ? zero(type) : null;
  }

  private static Object zero(Class<?> primitive) {
    return Array.get(Array.newInstance(primitive, 1), 0);
  }
}
