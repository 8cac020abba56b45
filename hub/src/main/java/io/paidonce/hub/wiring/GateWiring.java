package io.paidonce.hub.wiring;

import io.lettuce.core.ClientOptions;
import io.paidonce.hub.gate.Gate;
import io.paidonce.hub.gate.LocalGate;
import io.paidonce.hub.gate.RedisGate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The gate: in Redis where one is configured, else in this process. */
@Configuration(proxyBeanMethods = false)
class GateWiring {

  private static final String REDIS_CONFIGURED =
      "!'${spring.data.redis.host:}'.isEmpty() or !'${spring.data.redis.url:}'.isEmpty()"
          + " or !'${spring.data.redis.cluster.nodes:}'.isEmpty()";

  /** Redis down means "ask the database", at once: nothing is queued for its return. */
  @Bean
  LettuceClientOptionsBuilderCustomizer rejectWhileDisconnected() {
    return options ->
        options
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .requestQueueSize(10_000);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnExpression(REDIS_CONFIGURED)
  static class InRedis {

    @Bean(destroyMethod = "close")
    RedisConnection gateConnection(LettuceConnectionFactory factory) {
      return new RedisConnection(factory);
    }

    @Bean
    Gate gate(RedisConnection redis, Epoch epoch, HubProperties properties) {
      return new RedisGate(
          redis, epoch::current, properties.gate().retention(), properties.gate().budget());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnExpression("!(" + REDIS_CONFIGURED + ")")
  static class InProcess {

    @Bean
    Gate gate(HubProperties properties) {
      return new LocalGate(properties.gate().retention());
    }
  }
}
