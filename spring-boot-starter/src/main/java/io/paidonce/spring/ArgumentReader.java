package io.paidonce.spring;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Reads the arguments of a method from text that a person has written. */
@FunctionalInterface
interface ArgumentReader {

  /**
   * The arguments.
   *
   * @param array a JSON array with one element for each parameter
   * @throws IllegalArgumentException if it is none, or an element is not of its parameter's type
   */
  @Nullable Object[] read(String array, Method method);
}
