package io.paidonce.spring;

import io.paidonce.ChangeRefusedException;
import io.paidonce.ConditionalChange;
import io.paidonce.Idempotent;
import io.paidonce.StateChange;
import io.paidonce.Strategy;
import io.paidonce.VersionChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a method says by its own result: strategies STATE and VERSION. */
final class ByResult {

  private ByResult() {}

  /** Whether an annotation asks for it. */
  static boolean asked(Idempotent annotation) {
    List<Strategy> strategies = List.of(annotation.strategy());
    return strategies.contains(Strategy.STATE) || strategies.contains(Strategy.VERSION);
  }

  /** Refuses a method that says nothing by its result. */
  static void check(Idempotent annotation, Class<?> returned, String who) {
    List<Strategy> strategies = List.of(annotation.strategy());
    boolean state = StateChange.class.isAssignableFrom(returned);
    boolean version =
        VersionChange.class.isAssignableFrom(returned)
            || ConditionalChange.class.isAssignableFrom(returned);
    if ((strategies.contains(Strategy.STATE) && !state)
        || (strategies.contains(Strategy.VERSION) && !version)) {
      throw new IllegalStateException(
          who
              + " returns a "
              + returned.getSimpleName()
              + "; strategy STATE needs a StateChange, VERSION a VersionChange or"
              + " ConditionalChange");
    }
  }

  /** Whether the change had taken place before. */
  static boolean alreadyThere(@Nullable Object result) {
    return result instanceof StateChange.AlreadyThere;
  }

  /**
   * Lets a change that took place pass.
   *
   * @throws ChangeRefusedException for one that did not, inside the transaction
   */
  static @Nullable Object required(@Nullable Object result, String key) {
    if (result instanceof StateChange<?> change) {
      return change.fold(
          changed -> result,
          alreadyThere -> result,
          conflict -> refuse(key, "it is in state " + conflict.actual()),
          () -> refuse(key, "there is no such row"));
    }
    if (result instanceof VersionChange change) {
      return change.fold(
          updated -> result,
          conflict -> refuse(key, "it has version " + conflict.actual()),
          () -> refuse(key, "there is no such row"));
    }
    if (result instanceof ConditionalChange change) {
      return change.fold(
          () -> result,
          () -> refuse(key, "its condition does not hold"),
          () -> refuse(key, "there is no such row"));
    }
    throw new ChangeRefusedException(key, "the method returned no change");
  }

  private static Object refuse(String key, String found) {
    throw new ChangeRefusedException(key, found);
  }
}
