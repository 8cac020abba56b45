package io.paidonce.bench;

import io.paidonce.Answer;
import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyStore;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Layer;
import io.paidonce.MemoryIdempotencyStore;
import io.paidonce.Operation;
import io.paidonce.Outage;
import io.paidonce.StoreUnavailableException;
import io.paidonce.redis.RedisIdempotencyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Ours, in each store and mode. */
final class Ours implements Guard {

  private static final Duration BUDGET = Duration.ofSeconds(2);
  private static final Operation<String> ACTION = Operation.of("bench", String.class);

  /** A part of an application that uses the starter and a database. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    TransactionAutoConfiguration.class,
    io.paidonce.jdbc.JdbcIdempotencyAutoConfiguration.class,
    io.paidonce.transaction.TransactionIdempotencyAutoConfiguration.class,
    io.paidonce.spring.IdempotencyAutoConfiguration.class
  })
  static class Application {}

  private final IdempotencyTemplate template;
  private final AutoCloseable[] open;

  private Ours(IdempotencyTemplate template, AutoCloseable... open) {
    this.template = template;
    this.open = open;
  }

  static Guard memory() {
    return new InMemory();
  }

  /** Its memory is bounded; a full one is replaced by an empty one, and the call made again. */
  private static final class InMemory implements Guard {
    private volatile Ours current = emptyMemory();

    @Override
    public void once(String key, Effect effect) throws Exception {
      Ours it = current;
      try {
        it.once(key, effect);
      } catch (StoreUnavailableException e) {
        replace(it);
        once(key, effect);
      }
    }

    private synchronized void replace(Ours full) {
      if (current == full) {
        current = emptyMemory();
      }
    }

    @Override
    public void close() {
      current.close();
    }
  }

  private static Ours emptyMemory() {
    IdempotencyEngine engine = IdempotencyEngine.plain();
    IdempotencyStore store = new MemoryIdempotencyStore(Clock.systemUTC());
    return new Ours(engine.template(Layer.lease(store, Outage.FAIL)), engine);
  }

  static Guard redis(Ground ground) {
    return redis(RedisIdempotencyStore.standalone(ground.redisUri(), "bench:", BUDGET));
  }

  static Guard cluster(Ground ground) {
    return redis(RedisIdempotencyStore.cluster(ground.clusterUris(), "bench:", BUDGET));
  }

  private static Guard redis(RedisIdempotencyStore store) {
    IdempotencyEngine engine = IdempotencyEngine.plain();
    return new Ours(engine.template(Layer.lease(store, Outage.FAIL)), engine, store);
  }

  static Guard lease(Map<String, Object> database) {
    ConfigurableApplicationContext context = application(database);
    IdempotencyStore store = context.getBean("jdbcLeaseStore", IdempotencyStore.class);
    IdempotencyEngine engine = context.getBean(IdempotencyEngine.class);
    return new Ours(engine.template(Layer.lease(store, Outage.FAIL)), context);
  }

  /** The record in the transaction of the effect. */
  static Guard record(Map<String, Object> database) {
    ConfigurableApplicationContext context = application(database);
    return new Ours(context.getBean(IdempotencyTemplate.class), context);
  }

  /** A claim in Redis in front of the record. */
  static Guard gateAndRecord(Ground ground) {
    ConfigurableApplicationContext context = application(ground.postgresql().asSpring());
    RedisIdempotencyStore gate =
        RedisIdempotencyStore.standalone(ground.redisUri(), "gate:", BUDGET);
    IdempotencyTemplate both =
        context
            .getBean(IdempotencyEngine.class)
            .template(
                Layer.lease(gate, Outage.FALL_BACK),
                Layer.atomic(context.getBean("jdbcRecordStore", IdempotencyStore.class)));
    return new Ours(both, context, gate);
  }

  static Map<String, Object> h2() {
    return Map.of("spring.datasource.generate-unique-name", "true");
  }

  private static ConfigurableApplicationContext application(Map<String, Object> database) {
    Map<String, Object> properties = new HashMap<>(database);
    properties.put("spring.main.banner-mode", "off");
    properties.put("spring.datasource.hikari.maximum-pool-size", 16);
    properties.put("paidonce.idempotency.jdbc.initialize-schema", "always");
    properties.put("logging.level.root", "error");
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties(properties)
        .run();
  }

  @Override
  public void once(String key, Effect effect) throws Exception {
    Answer<String> answer =
        template.<String, Exception>call(
            ACTION,
            ACTION.key(key),
            null,
            execution -> {
              effect.happen();
              return "done";
            });
    if (answer instanceof Answer.Replayed<String> it && !it.value().equals("done")) {
      throw new IllegalStateException("another answer: " + it.value());
    }
  }

  @Override
  public void close() {
    Guard.closeAll(open);
  }
}
