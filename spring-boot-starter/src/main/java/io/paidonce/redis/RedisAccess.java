package io.paidonce.redis;

import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.time.Duration;

/** A connection to Redis, standalone or Cluster, made when it is first needed. Thread-safe. */
interface RedisAccess extends AutoCloseable {

  /** The commands of the connection; throws when there is none and none can be made now. */
  RedisScriptingAsyncCommands<byte[], byte[]> commands();

  /** Makes the connection, waiting this long for it; throws when there is none then. */
  void connect(Duration patience);

  @Override
  void close();
}
