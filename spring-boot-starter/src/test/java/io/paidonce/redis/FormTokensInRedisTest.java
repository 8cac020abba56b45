package io.paidonce.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisURI;
import io.paidonce.FormTokens;
import io.paidonce.StoreUnavailableException;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.contract.FormTokensContract;
import io.paidonce.testkit.contract.FormTokensFixture;
import io.paidonce.testkit.redis.RedisCluster;
import io.paidonce.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Form tokens in Redis. */
class FormTokensInRedisTest {

  private static final Duration BUDGET = Duration.ofMillis(900);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String AGE =
      """
      for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
        redis.call('PEXPIRE', key, string.format('%.0f', redis.call('PTTL', key) - ARGV[2]))
      end
      return 'aged'
      """;

  private static final String DUMP =
      """
      local all = ''
      for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
        all = all .. key .. '=' .. table.concat(redis.call('HGETALL', key), ',') .. ';'
      end
      return all
      """;

  private static final class InRedis implements FormTokensFixture {
    private final String prefix = "tokens-" + UUID.randomUUID() + ":";
    private final List<RedisProcess> nodes;
    private final RedisFormTokens tokens;
    private final RedisFormTokens other;

    InRedis(List<RedisProcess> nodes, boolean cluster) {
      this.nodes = nodes;
      this.tokens = open(cluster);
      this.other = open(cluster);
    }

    private RedisFormTokens open(boolean cluster) {
      List<RedisURI> uris =
          nodes.stream().map(node -> RedisURI.create(node.host(), node.port())).toList();
      RedisAccess access =
          cluster
              ? LettuceAccess.cluster(uris, BUDGET)
              : LettuceAccess.standalone(uris.get(0), BUDGET);
      RedisFormTokens opened = new RedisFormTokens(access, prefix, BUDGET);
      Eventually.until(() -> connected(opened), PATIENCE);
      return opened;
    }

    private static boolean connected(FormTokens tokens) {
      try {
        return tokens.consume("nobody's", "nobody") == FormTokens.Consumed.UNKNOWN;
      } catch (StoreUnavailableException e) {
        return false;
      }
    }

    @Override
    public FormTokens tokens() {
      return tokens;
    }

    @Override
    public FormTokens otherNode() {
      return other;
    }

    @Override
    public void age(Duration duration) {
      masters(AGE, Long.toString(duration.toMillis()));
    }

    @Override
    public String stored() {
      return masters(DUMP, "");
    }

    private String masters(String script, String argument) {
      StringBuilder all = new StringBuilder();
      for (RedisProcess node : nodes) {
        if (node.text("INFO", "replication").contains("role:master")) {
          all.append(node.text("EVAL", script, "0", prefix, argument));
        }
      }
      return all.toString();
    }

    @Override
    public void close() {
      tokens.close();
      other.close();
    }
  }

  @Nested
  class InOneServer extends FormTokensContract {
    private final RedisProcess server = RedisProcess.start();

    @Override
    protected FormTokensFixture open() {
      InRedis tokens = new InRedis(List.of(server), false);
      return new Closing(tokens, server);
    }
  }

  /** Stops the server after the suite. */
  private record Closing(InRedis it, RedisProcess server) implements FormTokensFixture {
    @Override
    public FormTokens tokens() {
      return it.tokens();
    }

    @Override
    public FormTokens otherNode() {
      return it.otherNode();
    }

    @Override
    public void age(Duration duration) {
      it.age(duration);
    }

    @Override
    public String stored() {
      return it.stored();
    }

    @Override
    public void close() {
      it.close();
      server.close();
    }
  }

  @Nested
  class InACluster extends FormTokensContract {
    @Override
    protected FormTokensFixture open() {
      return new InRedis(RedisCluster.shared().nodes(), true);
    }
  }

  @Test
  void aSilentServerIsSaidToBeSilent() {
    try (RedisProcess server = RedisProcess.start();
        InRedis redis = new InRedis(List.of(server), false)) {
      String token = redis.tokens().issue("s", Duration.ofHours(1));
      server.pause();
      assertThatThrownBy(() -> redis.tokens().consume(token, "s"))
          .isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> redis.tokens().issue("s", Duration.ofHours(1)))
          .isInstanceOf(StoreUnavailableException.class);
      server.resume();
    }
  }
}
