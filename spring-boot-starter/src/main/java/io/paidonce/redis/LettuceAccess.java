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
import java.util.concurrent.TimeUnit;
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
  private static final Duration TOPOLOGY_PERIOD = Duration.ofSeconds(5);
  private static final Duration TOPOLOGY_PAUSE = Duration.ofMillis(250);

  private record Open(
      StatefulConnection<byte[], byte[]> connection,
      RedisScriptingAsyncCommands<byte[], byte[]> commands) {}

  private final AbstractRedisClient client;
  private final Duration budget;
  private final Supplier<Open> connect;
  private final ReentrantLock connecting = new ReentrantLock();
  private volatile @Nullable Open open;

  private LettuceAccess(AbstractRedisClient client, Duration budget, Supplier<Open> connect) {
    this.client = client;
    this.budget = budget;
    this.connect = connect;
  }

  /** To one server, or to the master that sentinels name. */
  static LettuceAccess standalone(RedisURI uri, Duration budget) {
    uri.setTimeout(budget);
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
        budget,
        () -> {
          StatefulRedisConnection<byte[], byte[]> connection = client.connect(CODEC);
          return new Open(connection, connection.async());
        });
  }

  /** To a Cluster, of which these nodes are known. */
  static LettuceAccess cluster(List<RedisURI> nodes, Duration budget) {
    nodes.forEach(node -> node.setTimeout(budget));
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
        budget,
        () -> {
          StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(CODEC);
          return new Open(connection, connection.async());
        });
  }

  private static SocketOptions socket(Duration budget) {
    return SocketOptions.builder().connectTimeout(budget).keepAlive(true).build();
  }

  /** One caller connects, the others wait for it as long as a step may take. */
  @Override
  public RedisScriptingAsyncCommands<byte[], byte[]> commands() {
    Open known = open;
    return known != null ? known.commands() : connected().commands();
  }

  private Open connected() {
    try {
      if (!connecting.tryLock(budget.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new RedisException("no connection was made in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisException("interrupted while a connection was made", e);
    }
    try {
      Open made = open;
      if (made == null) {
        made = connect.get();
        open = made;
      }
      return made;
    } finally {
      connecting.unlock();
    }
  }

  @Override
  public void close() {
    Open known = open;
    if (known != null) {
      known.connection().close();
    }
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
