package io.paidonce.spring;

import io.paidonce.FormTokenCheck;
import io.paidonce.FormTokens;
import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyStore;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Interceptions;
import io.paidonce.Layer;
import io.paidonce.MemoryFormTokens;
import io.paidonce.MemoryIdempotencyStore;
import io.paidonce.Outage;
import io.paidonce.ResultCodec;
import io.paidonce.Transactions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.util.function.SingletonSupplier;

/**
 * The parts of idempotent execution. Nothing of it is made before the first annotated method, or
 * whoever asks for a template: without either, an application needs no store.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
      "io.paidonce.jdbc.JdbcIdempotencyAutoConfiguration",
      "io.paidonce.redis.RedisIdempotencyAutoConfiguration",
      "io.paidonce.transaction.TransactionIdempotencyAutoConfiguration"
    })
@EnableConfigurationProperties(IdempotencyProperties.class)
@Import(ProxyCreatorRegistrar.class)
public class IdempotencyAutoConfiguration {

  @Bean(name = Stores.MEMORY)
  @ConditionalOnMissingBean(name = Stores.MEMORY)
  @ConditionalOnProperty("paidonce.idempotency.memory")
  IdempotencyStore memoryLeaseStore() {
    return new MemoryIdempotencyStore(Clock.systemUTC());
  }

  /** Where neither a database nor Redis keeps them. */
  @Bean
  @ConditionalOnMissingBean(FormTokens.class)
  @ConditionalOnBooleanProperty("paidonce.idempotency.memory")
  @ConditionalOnProperty(name = "paidonce.idempotency.web.tokens.enabled", matchIfMissing = true)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  FormTokens memoryFormTokens() {
    return new MemoryFormTokens(Clock.systemUTC());
  }

  @Bean
  @Lazy
  @ConditionalOnMissingBean
  IdempotencyEngine idempotencyEngine(
      ObjectProvider<ResultCodec> codecs,
      ObjectProvider<Interceptions> interceptions,
      ObjectProvider<Transactions> transactions,
      IdempotencyProperties properties) {
    return new IdempotencyEngine(
        codecs.orderedStream().toList(),
        all(interceptions),
        transactions.getIfAvailable(Transactions::none),
        node(properties));
  }

  @Bean
  @Lazy
  Stores idempotencyStores(BeanFactory beans) {
    IdempotencyStore memory = store(beans, Stores.MEMORY);
    return new Stores(
        memory == null ? store(beans, Stores.REDIS) : memory,
        store(beans, Stores.LEASE),
        store(beans, Stores.RECORD),
        beans.getBeanProvider(FormTokens.class).getIfAvailable() == null
            ? null
            : beans.getBeanProvider(FormTokenCheck.class).getIfAvailable());
  }

  private static @Nullable IdempotencyStore store(BeanFactory beans, String name) {
    return beans.containsBean(name) ? beans.getBean(name, IdempotencyStore.class) : null;
  }

  /** The strongest that this application can have: a record if it can, else claims. */
  @Bean
  @Lazy
  @ConditionalOnMissingBean
  IdempotencyTemplate idempotencyTemplate(IdempotencyEngine engine, Stores stores) {
    String who = "IdempotencyTemplate";
    if (stores.record() != null || stores.redis() == null) {
      return engine.template(Layer.atomic(stores.record(who)));
    }
    return engine.template(Layer.lease(stores.redis(who), Outage.FAIL));
  }

  @Bean
  @Lazy
  IdempotentMethods idempotentMethods(
      BeanFactory beans,
      ObjectProvider<IdempotencyEngine> engine,
      ObjectProvider<Stores> stores,
      ObjectProvider<TransactionRule> rule) {
    IdempotencyEngine it = engine.getObject();
    TransactionRule transactional = rule.getIfAvailable(() -> (method, type) -> {});
    return new IdempotentMethods(
        beans,
        annotation -> new MethodLayers(annotation, it, stores.getObject()),
        new MethodRules(it, transactional::check));
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static IdempotentAdvisor idempotentClaimAdvisor(
      ObjectProvider<IdempotentMethods> methods,
      ObjectProvider<Transactions> transactions,
      org.springframework.core.env.Environment environment) {
    SingletonSupplier<Advice> advice =
        SingletonSupplier.of(
            () ->
                new ClaimInterceptor(
                    methods.getObject(), transactions.getIfAvailable(Transactions::none)));
    int order =
        environment.getProperty(
            "paidonce.idempotency.order", Integer.class, Ordered.LOWEST_PRECEDENCE - 1_000);
    return new IdempotentAdvisor(methods, advice, order);
  }

  /** Of the same order as a transaction's own default and registered after it: so inside it. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static IdempotentAdvisor idempotentRecordAdvisor(
      ObjectProvider<IdempotentMethods> methods, ObjectProvider<Interceptions> interceptions) {
    SingletonSupplier<Advice> advice =
        SingletonSupplier.of(() -> new RecordInterceptor(methods.getObject(), all(interceptions)));
    return new IdempotentAdvisor(methods, advice, Ordered.LOWEST_PRECEDENCE);
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static OrderCheck idempotentOrderCheck(ConfigurableListableBeanFactory beans) {
    return new OrderCheck(beans);
  }

  private static Interceptions all(ObjectProvider<Interceptions> interceptions) {
    List<Interceptions> all = interceptions.orderedStream().toList();
    return (scope, store, outcome) -> all.forEach(it -> it.happened(scope, store, outcome));
  }

  private static String node(IdempotencyProperties properties) {
    String given = properties.node();
    if (given != null) {
      return given;
    }
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "unknown";
    }
    String pid = ":" + ProcessHandle.current().pid();
    return host.substring(0, Math.min(host.length(), 32 - pid.length())) + pid;
  }
}
