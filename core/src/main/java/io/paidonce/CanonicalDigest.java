package io.paidonce;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 of a tree of values. Each kind of value has a tag and each value its own digest, so that
 * two trees have one digest only if they are the same tree.
 */
final class CanonicalDigest {

  /** Deepest nesting; a deeper value, or one that holds itself, is refused. */
  static final int DEPTH_MAX = 64;

  private CanonicalDigest() {}

  /** The digest of a value, 32 bytes. */
  static byte[] of(@Nullable Object value) {
    return of(value, 0);
  }

  /** The members of a map or record by name, or null if the value has no members. */
  static @Nullable SortedMap<String, @Nullable Object> members(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      SortedMap<String, @Nullable Object> members = new TreeMap<>();
      map.forEach((name, member) -> members.put(name(name), member));
      if (members.size() != map.size()) {
        throw new IllegalArgumentException("two members of a map have one name");
      }
      return members;
    }
    return value instanceof Record data ? components(data) : null;
  }

  private static byte[] of(@Nullable Object value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException("nested deeper than " + DEPTH_MAX + " levels");
    }
    SortedMap<String, @Nullable Object> members = members(value);
    if (members != null) {
      List<byte[]> pairs = new ArrayList<>(2 * members.size());
      members.forEach(
          (name, member) -> {
            pairs.add(text(name));
            pairs.add(of(member, depth + 1));
          });
      return node('m', pairs);
    }
    if (value instanceof Set<?> set) {
      return node('u', elements(set, depth).stream().sorted(Arrays::compareUnsigned).toList());
    }
    if (value instanceof Collection<?> list) {
      return node('a', elements(list, depth));
    }
    if (value != null && value.getClass().isArray() && !(value instanceof byte[])) {
      List<byte[]> elements = new ArrayList<>();
      for (int i = 0; i < Array.getLength(value); i++) {
        elements.add(of(Array.get(value, i), depth + 1));
      }
      return node('a', elements);
    }
    return leaf(value);
  }

  private static List<byte[]> elements(Collection<?> values, int depth) {
    List<byte[]> elements = new ArrayList<>(values.size());
    for (Object value : values) {
      elements.add(of(value, depth + 1));
    }
    return elements;
  }

  private static byte[] leaf(@Nullable Object value) {
    if (value == null) {
      return tagged('n', new byte[0]);
    }
    if (value instanceof Boolean flag) {
      return tagged('t', new byte[] {(byte) (flag ? 1 : 0)});
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof byte[] bytes) {
      return tagged('b', bytes);
    }
    if (value instanceof Enum<?> constant) {
      return text(constant.name());
    }
    if (value instanceof CharSequence
        || value instanceof Character
        || value instanceof TemporalAccessor
        || value instanceof TemporalAmount
        || value instanceof ZoneId
        || value instanceof UUID
        || value instanceof URI) {
      return text(value.toString());
    }
    throw new IllegalArgumentException(
        value.getClass().getName()
            + " has no canonical form; give a record, a map, a list, text, a number or a time");
  }

  /** 1, 1.0, 1.00 and 1E0 are one number, however they were written and in whatever type. */
  private static byte[] number(Number number) {
    BigDecimal exact;
    try {
      exact = new BigDecimal(number.toString()).stripTrailingZeros();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a " + number.getClass().getName() + " that is no decimal number", e);
    }
    byte[] digits = exact.unscaledValue().toByteArray();
    return tagged(
        'd',
        ByteBuffer.allocate(Integer.BYTES + digits.length)
            .putInt(exact.scale())
            .put(digits)
            .array());
  }

  /** By UTF-16 unit: UTF-8 would write each half of a broken pair as the same question mark. */
  private static byte[] text(String text) {
    ByteBuffer units = ByteBuffer.allocate(Character.BYTES * text.length());
    text.chars().forEach(unit -> units.putChar((char) unit));
    return tagged('s', units.array());
  }

  private static byte[] node(char tag, List<byte[]> children) {
    MessageDigest digest = sha256();
    digest.update((byte) tag);
    children.forEach(digest::update);
    return digest.digest();
  }

  private static byte[] tagged(char tag, byte[] content) {
    MessageDigest digest = sha256();
    digest.update((byte) tag);
    return digest.digest(content);
  }

  private static String name(@Nullable Object key) {
    if (key instanceof CharSequence || key instanceof Enum<?>) {
      return key instanceof Enum<?> constant ? constant.name() : key.toString();
    }
    throw new IllegalArgumentException("a member of a map has no text for a name");
  }

  private static SortedMap<String, @Nullable Object> components(Record data) {
    SortedMap<String, @Nullable Object> members = new TreeMap<>();
    for (RecordComponent component : data.getClass().getRecordComponents()) {
      try {
        component.getAccessor().trySetAccessible();
        members.put(component.getName(), component.getAccessor().invoke(data));
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalArgumentException(
            "component " + component.getName() + " of " + data.getClass() + " cannot be read", e);
      }
    }
    return members;
  }

  /** A new digest of the one algorithm of this package. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256, which every Java must have", e);
    }
  }
}
