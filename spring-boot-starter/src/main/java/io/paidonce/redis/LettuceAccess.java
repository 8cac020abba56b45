package io.paidonce.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection of our own: commands are refused while it is down instead of being queued, none
 * waits longer than its budget, and a Cluster's topology is looked at again when a node fails.
 */
final class LettuceAccess implements RedisAccess {

  private static final RedisCodec<byte[], byte[]> CODEC = ByteArrayCodec.INSTANCE;
  private static final int QUEUE_MAX = 10_000;
  private static final Duration CONNECT_MAX = Duration.ofSeconds(5);
  private static final Duration TOPOLOGY_PERIOD = Duration.ofSeconds(5);
  private static final Duration TOPOLOGY_PAUSE = Duration.ofMillis(250);

  private record Open(
      StatefulConnection<byte[], byte[]> connection,
      RedisScriptingAsyncCommands<byte[], byte[]> commands) {}

  private final AbstractRedisClient client;
  private final Supplier<Open> connect;
  private final ReentrantLock connecting = new ReentrantLock();
  private volatile @Nullable Open open;
  private @Nullable CompletableFuture<Open> attempt;
  private boolean closed;

  private LettuceAccess(AbstractRedisClient client, Supplier<Open> connect) {
    this.client = client;
    this.connect = connect;
  }

  /** To one server, or to the master that sentinels name. */
  static LettuceAccess standalone(RedisURI uri, Duration budget) {
    uri.setTimeout(connectMax(budget));
    RedisClient client = RedisClient.create(uri);
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .requestQueueSize(QUEUE_MAX)
            .socketOptions(socket(budget))
            .timeoutOptions(TimeoutOptions.enabled(budget))
            .build());
    return new LettuceAccess(
        client,
        () -> {
          StatefulRedisConnection<byte[], byte[]> connection = client.connect(CODEC);
          return new Open(connection, connection.async());
        });
  }

  /** To a Cluster, of which these nodes are known. */
  static LettuceAccess cluster(List<RedisURI> nodes, Duration budget) {
    nodes.forEach(node -> node.setTimeout(connectMax(budget)));
    RedisClusterClient client = RedisClusterClient.create(nodes);
    client.setOptions(
        ClusterClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .requestQueueSize(QUEUE_MAX)
            .socketOptions(socket(budget))
            .timeoutOptions(TimeoutOptions.enabled(budget))
            .topologyRefreshOptions(
                ClusterTopologyRefreshOptions.builder()
                    .adaptiveRefreshTriggersTimeout(TOPOLOGY_PAUSE)
                    .refreshTriggersReconnectAttempts(1)
                    .enablePeriodicRefresh(TOPOLOGY_PERIOD)
                    .build())
            .build());
    return new LettuceAccess(
        client,
        () -> {
          StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(CODEC);
          return new Open(connection, connection.async());
        });
  }

  private static SocketOptions socket(Duration budget) {
    return SocketOptions.builder().connectTimeout(connectMax(budget)).keepAlive(true).build();
  }

  private static Duration connectMax(Duration budget) {
    return budget.compareTo(CONNECT_MAX) > 0 ? budget : CONNECT_MAX;
  }

  /**
   * The commands of the connection. Without one it is made in the background, once for all callers,
   * and may take longer than a call may: a process that has just begun is slow.
   */
  @Override
  public RedisScriptingAsyncCommands<byte[], byte[]> commands(Duration patience) {
    Open known = open;
    return known != null ? known.commands() : connected(patience).commands();
  }

  private Open connected(Duration patience) {
    CompletableFuture<Open> attempt = attempt();
    try {
      return attempt.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new RedisException("no connection was made in time", e);
    } catch (ExecutionException e) {
      throw new RedisException("no connection was made", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisException("interrupted while a connection was made", e);
    }
  }

  /** The attempt under way, or a new one if there is none or the last one has failed. */
  private CompletableFuture<Open> attempt() {
    connecting.lock();
    try {
      if (closed) {
        throw new RedisException("closed");
      }
      if (attempt == null || attempt.isCompletedExceptionally()) {
        attempt = new CompletableFuture<>();
        Thread thread = new Thread(connecting(attempt), "paidonce-redis-connect");
        thread.setDaemon(true);
        thread.start();
      }
      return attempt;
    } finally {
      connecting.unlock();
    }
  }

  private Runnable connecting(CompletableFuture<Open> attempt) {
    return () -> {
      try {
        Open made = connect.get();
        open = made;
        attempt.complete(made);
      } catch (RuntimeException | Error e) {
        attempt.completeExceptionally(e);
      }
    };
  }

  /** An attempt that is under way is cut off by the end of its client. */
  @Override
  public void close() {
    connecting.lock();
    try {
      closed = true;
    } finally {
      connecting.unlock();
    }
    Open known = open;
    if (known != null) {
      known.connection().close();
    }
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
