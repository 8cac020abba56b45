package io.paidonce.spring;

import java.lang.reflect.Method;

/** Refuses methods whose transaction cannot hold a record. */
@FunctionalInterface
public interface TransactionRule {

  /**
   * Checks a method as a class has it.
   *
   * @throws IllegalStateException with what to change
   */
  void check(Method method, Class<?> targetClass);
}
