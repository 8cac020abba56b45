package io.paidonce.hub.wiring;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisKeyAsyncCommands;
import io.lettuce.core.api.async.RedisStringAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.paidonce.hub.gate.RedisGate;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * One connection to Redis for the gate, made in the background, so that a Redis that is down
 * neither stops nor delays a start.
 */
final class RedisConnection implements RedisGate.Commands, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RedisConnection.class);

  private final LettuceConnectionFactory factory;
  private final Thread connector;
  private volatile @Nullable Async async;
  private volatile boolean closed;

  private record Async(
      RedisKeyAsyncCommands<String, String> keys,
      RedisStringAsyncCommands<String, String> strings,
      StatefulConnection<String, String> connection) {}

  RedisConnection(LettuceConnectionFactory factory) {
    this.factory = factory;
    this.connector = new Thread(this::connect, "gate-connect");
    this.connector.setDaemon(true);
    this.connector.start();
  }

  @Override
  public CompletionStage<Boolean> exists(String key) {
    return require().keys().exists(key).thenApply(count -> count > 0);
  }

  @Override
  public CompletionStage<?> set(String key, Duration retention) {
    return require().strings().set(key, "1", SetArgs.Builder.px(retention.toMillis()));
  }

  @Override
  public void close() {
    closed = true;
    connector.interrupt();
    Async current = async;
    if (current != null) {
      current.connection().close();
    }
  }

  private Async require() {
    Async current = async;
    if (current == null) {
      throw new IllegalStateException("not connected to Redis yet");
    }
    return current;
  }

  private void connect() {
    while (!closed && async == null) {
      try {
        async = open(factory.getRequiredNativeClient());
        LOG.info("gate.connected");
      } catch (RuntimeException e) {
        LOG.warn("gate.not_connected tried again in 1 s: {}", e.toString());
        pause();
      }
    }
  }

  private static Async open(AbstractRedisClient client) {
    if (client instanceof RedisClusterClient cluster) {
      var connection = cluster.connect();
      return new Async(connection.async(), connection.async(), connection);
    }
    var connection = ((RedisClient) client).connect();
    return new Async(connection.async(), connection.async(), connection);
  }

  private void pause() {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    }
  }
}
