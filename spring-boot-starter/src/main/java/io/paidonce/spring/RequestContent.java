package io.paidonce.spring;

import java.beans.PropertyDescriptor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;

/**
 * What a call asks for, in a form that has a fingerprint: the arguments by position, beans as the
 * maps of their properties. Arguments that are no data (requests, streams, principals) are left
 * out.
 */
final class RequestContent {

  private static final int DEPTH_MAX = 32;
  private static final List<String> NO_DATA =
      List.of(
          "jakarta.servlet.", "org.springframework.", "java.io.", "java.security.", "java.nio.");

  private RequestContent() {}

  /** Whether arguments of this declared type are data. */
  static boolean isData(Class<?> type) {
    return NO_DATA.stream().noneMatch(type.getName()::startsWith);
  }

  /** The arguments of a call. */
  static Map<String, @Nullable Object> ofArguments(Method method, @Nullable Object[] arguments) {
    Map<String, @Nullable Object> content = new LinkedHashMap<>();
    Class<?>[] types = method.getParameterTypes();
    for (int i = 0; i < arguments.length; i++) {
      if (isData(types[i])) {
        content.put(method.getParameters()[i].getName(), of(arguments[i]));
      }
    }
    return content;
  }

  /** Any value. */
  static @Nullable Object of(@Nullable Object value) {
    return of(value, 0);
  }

  private static @Nullable Object of(@Nullable Object value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException(
          "a request nested deeper than "
              + DEPTH_MAX
              + "; name its content with request = \"...\"");
    }
    if (value instanceof Optional<?> optional) {
      return of(optional.orElse(null), depth);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> members = new LinkedHashMap<>();
      map.forEach((name, member) -> members.put(name(name), of(member, depth + 1)));
      return members;
    }
    if (value instanceof Collection<?> all) {
      Collection<@Nullable Object> elements =
          value instanceof Set ? new LinkedHashSet<>() : new ArrayList<>();
      all.forEach(element -> elements.add(of(element, depth + 1)));
      return elements;
    }
    if (value instanceof Object[] array) {
      return of(Arrays.asList(array), depth);
    }
    return value == null || isPlain(value) ? value : properties(value, depth);
  }

  private static boolean isPlain(Object value) {
    return value instanceof CharSequence
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof Enum<?>
        || value instanceof UUID
        || value instanceof java.net.URI
        || value instanceof TemporalAccessor
        || value instanceof TemporalAmount
        || value instanceof ZoneId
        || value.getClass().isArray();
  }

  private static Object name(@Nullable Object key) {
    return key instanceof Number || key instanceof UUID ? key.toString() : String.valueOf(key);
  }

  private static Map<String, @Nullable Object> properties(Object value, int depth) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (value instanceof Record) {
      for (var component : value.getClass().getRecordComponents()) {
        members.put(component.getName(), of(read(value, component.getAccessor()), depth + 1));
      }
      return members;
    }
    for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(value.getClass())) {
      Method getter = property.getReadMethod();
      if (getter != null && !property.getName().equals("class")) {
        members.put(property.getName(), of(read(value, getter), depth + 1));
      }
    }
    if (members.isEmpty()) {
      throw new IllegalArgumentException(
          value.getClass().getName()
              + " shows no content to compare; name it with request = \"...\", or {} for none");
    }
    return members;
  }

  private static @Nullable Object read(Object value, Method getter) {
    try {
      getter.trySetAccessible();
      return getter.invoke(value);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalArgumentException(
          getter.getName() + " of " + value.getClass().getName() + " cannot be read", e);
    }
  }
}
