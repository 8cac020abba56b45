package io.paidonce.bench;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockingTaskExecutor;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.integration.metadata.ConcurrentMetadataStore;
import org.springframework.integration.redis.metadata.RedisMetadataStore;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Others, each used as its own documentation says, and two that are written by hand. */
final class Peers {

  private static final Duration LEASE = Duration.ofSeconds(60);

  private Peers() {}

  /** What runs the effect, and what is closed after it. */
  private record Simple(Body body, AutoCloseable... open) implements Guard {

    @FunctionalInterface
    interface Body {
      void once(String key, Effect effect) throws Exception;
    }

    @Override
    public void once(String key, Effect effect) throws Exception {
      body.once(key, effect);
    }

    @Override
    public void close() {
      Guard.closeAll(open);
    }
  }

  /** {@code SET key NX EX} and a delete on failure: what most aspects of this kind are. */
  static Guard setNx(Ground ground) {
    LettuceConnectionFactory factory = ground.springRedis();
    StringRedisTemplate redis = new StringRedisTemplate(factory);
    return new Simple(
        (key, effect) -> {
          if (Boolean.TRUE.equals(redis.opsForValue().setIfAbsent("nx:" + key, "1", LEASE))) {
            try {
              effect.happen();
            } catch (Exception e) {
              redis.delete("nx:" + key);
              throw e;
            }
          }
        },
        factory::destroy);
  }

  /** A unique row in the transaction of the effect. */
  static Guard uniqueRow(Ground ground) {
    HikariDataSource pool = ground.postgresql().pool();
    JdbcTemplate jdbc = new JdbcTemplate(pool);
    jdbc.execute("CREATE TABLE IF NOT EXISTS by_hand (id VARCHAR(100) PRIMARY KEY)");
    TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(pool));
    return new Simple(
        (key, effect) ->
            inTransaction(
                transactions,
                () -> {
                  int inserted =
                      jdbc.update("INSERT INTO by_hand VALUES (?) ON CONFLICT DO NOTHING", key);
                  if (inserted == 1) {
                    effect.happen();
                  }
                }),
        pool);
  }

  private static void inTransaction(TransactionTemplate transactions, Guard.Effect work) {
    transactions.executeWithoutResult(
        status -> {
          try {
            work.happen();
          } catch (RuntimeException e) {
            throw e;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  static Guard redisson(Ground ground) {
    Config config = new Config();
    config.useSingleServer().setAddress("redis://" + ground.redis());
    RedissonClient client = Redisson.create(config);
    return new Simple(
        (key, effect) -> {
          RLock lock = client.getLock("redisson:" + key);
          if (lock.tryLock(0, TimeUnit.SECONDS)) {
            try {
              effect.happen();
            } finally {
              lock.unlock();
            }
          }
        },
        client::shutdown);
  }

  static Guard lock4j(Ground ground) throws Exception {
    LettuceConnectionFactory factory = ground.springRedis();
    Lock4jProperties properties = new Lock4jProperties();
    LockTemplate locks = new LockTemplate();
    locks.setProperties(properties);
    locks.setExecutors(
        List.of(new RedisTemplateLockExecutor(new StringRedisTemplate(factory), properties)));
    locks.afterPropertiesSet();
    return new Simple(
        (key, effect) -> {
          LockInfo lock = locks.lock("lock4j:" + key, LEASE.toMillis(), 1);
          if (lock != null) {
            try {
              effect.happen();
            } finally {
              locks.releaseLock(lock);
            }
          }
        },
        factory::destroy);
  }

  static Guard shedLock(Ground ground) {
    HikariDataSource pool = ground.postgresql().pool();
    new JdbcTemplate(pool)
        .execute(
            "CREATE TABLE IF NOT EXISTS shedlock (name VARCHAR(64) PRIMARY KEY, lock_until"
                + " TIMESTAMP NOT NULL, locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT"
                + " NULL)");
    LockingTaskExecutor executor =
        new DefaultLockingTaskExecutor(new JdbcTemplateLockProvider(pool));
    return new Simple(
        (key, effect) -> {
          LockConfiguration lock = new LockConfiguration(Instant.now(), key, LEASE, Duration.ZERO);
          try {
            executor.executeWithLock((LockingTaskExecutor.Task) effect::happen, lock);
          } catch (Exception e) {
            throw e;
          } catch (Throwable e) {
            throw new IllegalStateException(e);
          }
        },
        pool);
  }

  static Guard springIntegrationJdbc(Ground ground) throws Exception {
    HikariDataSource pool = ground.postgresql().pool();
    new JdbcTemplate(pool)
        .execute(
            "CREATE TABLE IF NOT EXISTS INT_METADATA_STORE (METADATA_KEY VARCHAR(255) NOT NULL,"
                + " METADATA_VALUE VARCHAR(4000), REGION VARCHAR(100) NOT NULL, PRIMARY KEY"
                + " (METADATA_KEY, REGION))");
    JdbcMetadataStore store = new JdbcMetadataStore(pool);
    store.afterPropertiesSet();
    return receiver(store, pool);
  }

  static Guard springIntegrationRedis(Ground ground) {
    LettuceConnectionFactory factory = ground.springRedis();
    return receiver(new RedisMetadataStore(factory, "metadata"), factory::destroy);
  }

  /** As the idempotent receiver does: marked when it comes, whatever becomes of it. */
  private static Guard receiver(ConcurrentMetadataStore store, AutoCloseable open) {
    return new Simple(
        (key, effect) -> {
          if (store.putIfAbsent(key, "seen") == null) {
            effect.happen();
          }
        },
        open);
  }
}
