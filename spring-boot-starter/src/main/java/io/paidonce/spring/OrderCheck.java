package io.paidonce.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.aop.Advice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Looks at every bean with our advice before the application starts: the claim must be outside the
 * transaction and the record inside it, each there once, and both on the thread that does the work.
 *
 * <p>Also warns of annotated methods that no proxy can advise.
 */
final class OrderCheck implements SmartInitializingSingleton {

  private static final Logger LOG = LoggerFactory.getLogger(OrderCheck.class);
  private static final String TRANSACTION =
      "org.springframework.transaction.interceptor.TransactionInterceptor";
  private static final String ASYNC = "AsyncExecutionInterceptor";

  private final ConfigurableListableBeanFactory beans;

  OrderCheck(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public void afterSingletonsInstantiated() {
    for (String name : beans.getBeanDefinitionNames()) {
      Object bean = beans.getSingleton(name);
      if (bean != null && !bean.getClass().getName().startsWith("org.springframework.")) {
        warnOfUnreachable(name, AopUtils.getTargetClass(bean));
      }
      if (bean instanceof Advised advised) {
        check(name, advised);
      }
    }
  }

  private static void check(String name, Advised advised) {
    List<Class<?>> order = new ArrayList<>();
    for (Advisor advisor : advised.getAdvisors()) {
      Advice advice = advisor.getAdvice();
      order.add(advice.getClass());
    }
    int claim = order.indexOf(ClaimInterceptor.class);
    if (claim < 0) {
      return;
    }
    int record = order.lastIndexOf(RecordInterceptor.class);
    refuseIf(
        claim != order.lastIndexOf(ClaimInterceptor.class) || record < 0,
        name,
        "is advised twice, or in part; keep one auto-proxy creator");
    for (int i = 0; i < order.size(); i++) {
      String advice = order.get(i).getName();
      refuseIf(
          advice.equals(TRANSACTION) && (i < claim || i > record),
          name,
          "has its transaction outside the claim or inside the record, so a claim would end before"
              + " the commit; give @EnableTransactionManagement an order above"
              + " paidonce.idempotency.order, and leave its default if you can");
      refuseIf(
          advice.contains(ASYNC) && i > claim,
          name,
          "becomes asynchronous inside its claim, which would end while the work runs; let @Async"
              + " be the outermost advice");
    }
  }

  private static void refuseIf(boolean wrong, String bean, String what) {
    if (wrong) {
      throw new IllegalStateException("bean " + bean + " with @Idempotent methods " + what);
    }
  }

  private static void warnOfUnreachable(String bean, Class<?> type) {
    for (Method method : ReflectionUtils.getDeclaredMethods(type)) {
      int modifiers = method.getModifiers();
      boolean hidden =
          Modifier.isPrivate(modifiers)
              || Modifier.isStatic(modifiers)
              || Modifier.isFinal(modifiers);
      if (hidden && IdempotentMethods.annotation(method, type) != null) {
        LOG.warn(
            "idempotent.unreachable bean={} method={}: no proxy can advise a private, static or"
                + " final method; use IdempotencyTemplate",
            bean,
            Methods.name(method));
      }
    }
  }
}
