package io.paidonce.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** The endpoint for people, where the actuator is there and exposes it. */
@AutoConfiguration(after = IdempotencyAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
public class EndpointAutoConfiguration {

  @Bean
  @ConditionalOnAvailableEndpoint(endpoint = IdempotencyEndpoint.class)
  IdempotencyEndpoint idempotencyEndpoint(
      ObjectProvider<IdempotentMethods> methods,
      ObjectProvider<Stores> stores,
      ObjectProvider<ArgumentReader> reader,
      ApplicationEventPublisher events) {
    return new IdempotencyEndpoint(methods, stores, reader, events);
  }
}
