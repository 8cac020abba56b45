package io.paidonce.redis;

import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;

/** Stores in Redis for tests of other packages. */
public final class RedisStores {

  private static final Duration BUDGET = Duration.ofSeconds(5);

  private RedisStores() {}

  /** A store, to be closed, on these nodes, each {@code host:port}. */
  public static RedisIdempotencyStore open(List<String> nodes, boolean cluster) {
    List<RedisURI> uris = nodes.stream().map(it -> RedisURI.create("redis://" + it)).toList();
    RedisAccess access =
        cluster
            ? LettuceAccess.cluster(uris, BUDGET)
            : LettuceAccess.standalone(uris.get(0), BUDGET);
    return new RedisIdempotencyStore(access, "race:", BUDGET);
  }
}
