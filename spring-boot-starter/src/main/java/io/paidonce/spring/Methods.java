package io.paidonce.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/** How methods are named in messages and scopes. */
final class Methods {

  private Methods() {}

  /** Class, method and the simple names of its parameter types: the same in every process. */
  static String name(Method method) {
    return method.getDeclaringClass().getName()
        + "."
        + method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(",", "(", ")"));
  }
}
