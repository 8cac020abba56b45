package io.paidonce;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Text, numbers, truth values, times, UUIDs and enums, each as its own text in UTF-8. */
public final class PlainCodec implements ResultCodec {

  private static final Map<Type, Function<String, Object>> READERS = readers();

  private static Map<Type, Function<String, Object>> readers() {
    Map<Type, Function<String, Object>> readers = new HashMap<>();
    readers.put(String.class, text -> text);
    readers.put(Boolean.class, PlainCodec::truth);
    readers.put(boolean.class, PlainCodec::truth);
    readers.put(Integer.class, Integer::valueOf);
    readers.put(int.class, Integer::valueOf);
    readers.put(Long.class, Long::valueOf);
    readers.put(long.class, Long::valueOf);
    readers.put(Short.class, Short::valueOf);
    readers.put(short.class, Short::valueOf);
    readers.put(BigDecimal.class, BigDecimal::new);
    readers.put(BigInteger.class, BigInteger::new);
    readers.put(Instant.class, Instant::parse);
    readers.put(LocalDate.class, LocalDate::parse);
    readers.put(LocalDateTime.class, LocalDateTime::parse);
    readers.put(OffsetDateTime.class, OffsetDateTime::parse);
    readers.put(ZonedDateTime.class, ZonedDateTime::parse);
    readers.put(UUID.class, UUID::fromString);
    return Map.copyOf(readers);
  }

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public boolean handles(Type type) {
    return READERS.containsKey(type) || enumOf(type) != null;
  }

  @Override
  public byte[] encode(Object value, Type type) {
    String text = value instanceof Enum<?> constant ? constant.name() : value.toString();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Object decode(byte[] bytes, Type type) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Class<?> constants = enumOf(type);
    if (constants != null) {
      for (Object constant : constants.getEnumConstants()) {
        if (((Enum<?>) constant).name().equals(text)) {
          return constant;
        }
      }
      throw new IllegalArgumentException("no constant of that name in " + constants);
    }
    Function<String, Object> reader = READERS.get(type);
    if (reader == null) {
      throw new IllegalArgumentException("not a plain type: " + type.getTypeName());
    }
    return reader.apply(text);
  }

  private static Object truth(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }

  private static @Nullable Class<?> enumOf(Type type) {
    return type instanceof Class<?> it && it.isEnum() ? it : null;
  }
}
