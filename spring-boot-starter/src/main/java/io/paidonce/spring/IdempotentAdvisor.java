package io.paidonce.spring;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * Puts advice on the annotated methods. A method is read when its bean is made, so what is wrong
 * with it stops the start; an application without annotated methods reads nothing.
 */
final class IdempotentAdvisor extends AbstractPointcutAdvisor {

  private static final long serialVersionUID = 1L;

  private final transient SingletonSupplier<Advice> advice;
  private final transient Pointcut pointcut;

  IdempotentAdvisor(
      ObjectProvider<IdempotentMethods> methods, SingletonSupplier<Advice> advice, int order) {
    this.advice = advice;
    this.pointcut =
        new StaticMethodMatcherPointcut() {
          @Override
          public boolean matches(Method method, Class<?> targetClass) {
            return IdempotentMethods.annotation(method, targetClass) != null
                && methods.getObject().get(method, targetClass) != null;
          }
        };
    setOrder(order);
  }

  @Override
  public Pointcut getPointcut() {
    return pointcut;
  }

  @Override
  public Advice getAdvice() {
    return advice.obtain();
  }
}
