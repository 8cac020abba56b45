package io.paidonce.spring;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications to be started by tests, as Boot would make them. */
final class Context {

  private Context() {}

  /** With claims in memory, and nothing else. */
  static ApplicationContextRunner memory(Class<?>... beans) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                AopAutoConfiguration.class,
                CodecAutoConfiguration.class,
                MetricsAutoConfiguration.class,
                IdempotencyAutoConfiguration.class))
        .withPropertyValues("paidonce.idempotency.memory=true")
        .withUserConfiguration(beans);
  }
}
