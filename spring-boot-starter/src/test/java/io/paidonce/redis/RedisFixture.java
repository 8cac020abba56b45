package io.paidonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisURI;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.StoreUnavailableException;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.contract.StoreFixture;
import io.paidonce.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** A store in Redis, whose keys are its own. */
final class RedisFixture implements StoreFixture {

  static final Duration BUDGET = Duration.ofMillis(900);

  /** Makes everything older: the times that are stored, and what is left of each key's life. */
  private static final String AGE =
      """
      local by = tonumber(ARGV[2])
      for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
        local left = redis.call('PTTL', key)
        if redis.call('TYPE', key).ok == 'hash' then
          for _, field in ipairs({'since', 'lease', 'retain', 'archive'}) do
            local time = tonumber(redis.call('HGET', key, field))
            if time and time ~= 0 then
              redis.call('HSET', key, field, string.format('%.0f', time - by))
            end
          end
        end
        if left >= 0 then
          redis.call('PEXPIRE', key, string.format('%.0f', left - by))
        end
      end
      return 'aged'
      """;

  private final String prefix = "contract-" + UUID.randomUUID() + ":";
  private final List<RedisProcess> nodes;
  private final boolean cluster;
  private final RedisIdempotencyStore store;
  private final RedisIdempotencyStore other;

  RedisFixture(List<RedisProcess> nodes, boolean cluster) {
    this.nodes = nodes;
    this.cluster = cluster;
    this.store = open();
    this.other = open();
  }

  private RedisIdempotencyStore open() {
    List<RedisURI> uris =
        nodes.stream().map(node -> RedisURI.create(node.host(), node.port())).toList();
    RedisAccess access =
        cluster
            ? LettuceAccess.cluster(uris, BUDGET)
            : LettuceAccess.standalone(uris.get(0), BUDGET);
    RedisIdempotencyStore opened = new RedisIdempotencyStore(access, prefix, BUDGET);
    // The first connection of a busy JVM may take longer than a step may.
    Eventually.until(() -> connected(opened), Duration.ofSeconds(60));
    return opened;
  }

  private static boolean connected(IdempotencyStore store) {
    try {
      return store.find(IdempotencyKey.of("contract", "nobody's")).isEmpty();
    } catch (StoreUnavailableException e) {
      return false;
    }
  }

  @Override
  public IdempotencyStore store() {
    return store;
  }

  @Override
  public IdempotencyStore otherNode(Duration skew) {
    return other;
  }

  @Override
  public void age(Duration duration) {
    String by = Long.toString(duration.toMillis());
    for (RedisProcess node : nodes) {
      if (node.text("INFO", "replication").contains("role:master")) {
        assertThat(node.text("EVAL", AGE, "0", prefix, by)).isEqualTo("aged");
      }
    }
  }

  @Override
  public void breakDown() {
    nodes.forEach(RedisProcess::pause);
  }

  @Override
  public void repair() {
    nodes.forEach(RedisProcess::resume);
  }

  @Override
  public void close() {
    store.close();
    other.close();
  }
}
