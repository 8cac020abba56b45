package io.paidonce.spring;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns the value of a key expression into the parts of a key. */
final class KeyParts {

  private KeyParts() {}

  /**
   * The parts: one for a plain value, one for each element of a list or array.
   *
   * @throws IllegalArgumentException if there are none, one is null or blank, or one has no text of
   *     its own that is the same in every process
   */
  static List<String> of(@Nullable Object value, KeyExpression expression) {
    Object unwrapped = unwrapped(value);
    List<String> parts = new ArrayList<>();
    if (unwrapped instanceof Collection<?> list) {
      list.forEach(element -> parts.add(part(element, parts.size(), expression)));
    } else if (unwrapped != null && unwrapped.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(unwrapped); i++) {
        parts.add(part(Array.get(unwrapped, i), i, expression));
      }
    } else {
      parts.add(part(unwrapped, 0, expression));
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(expression + " is empty, so there is no key");
    }
    return parts;
  }

  private static String part(@Nullable Object value, int index, KeyExpression expression) {
    Object unwrapped = unwrapped(value);
    if (unwrapped == null) {
      throw new IllegalArgumentException(
          expression + " is null at part " + index + ", so there is no key");
    }
    String text = text(unwrapped);
    if (text == null) {
      throw new IllegalArgumentException(
          expression
              + " is a "
              + unwrapped.getClass().getName()
              + " at part "
              + index
              + "; name a text, number, time, UUID or enum of it");
    }
    if (text.isBlank()) {
      throw new IllegalArgumentException(
          expression + " is blank at part " + index + ", so there is no key");
    }
    return text;
  }

  private static @Nullable String text(Object value) {
    if (value instanceof BigDecimal number) {
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    boolean plain =
        value instanceof CharSequence
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof Character
            || value instanceof UUID
            || value instanceof TemporalAccessor;
    return plain ? value.toString() : null;
  }

  private static @Nullable Object unwrapped(@Nullable Object value) {
    return value instanceof Optional<?> optional ? optional.orElse(null) : value;
  }
}
