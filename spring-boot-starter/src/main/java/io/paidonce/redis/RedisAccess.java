package io.paidonce.redis;

import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.time.Duration;

/** A connection to Redis, standalone or Cluster, made when it is first needed. Thread-safe. */
interface RedisAccess extends AutoCloseable {

  /**
   * The commands of the connection.
   *
   * @param patience how long to wait for the connection if there is none; throws after it
   */
  RedisScriptingAsyncCommands<byte[], byte[]> commands(Duration patience);

  @Override
  void close();
}
