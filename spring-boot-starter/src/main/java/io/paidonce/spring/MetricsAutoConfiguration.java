package io.paidonce.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.paidonce.Interceptions;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/** Counts interceptions, where there is a registry of meters. */
@AutoConfiguration(before = IdempotencyAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
public class MetricsAutoConfiguration {

  @Bean
  Interceptions meteredInterceptions(ObjectProvider<MeterRegistry> registry) {
    SingletonSupplier<Interceptions> meters =
        SingletonSupplier.of(() -> of(registry.getIfAvailable()));
    return (scope, store, outcome) -> meters.obtain().happened(scope, store, outcome);
  }

  private static Interceptions of(@Nullable MeterRegistry registry) {
    return registry == null ? (scope, store, outcome) -> {} : new MeteredInterceptions(registry);
  }
}
