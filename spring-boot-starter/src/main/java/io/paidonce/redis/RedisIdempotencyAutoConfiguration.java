package io.paidonce.redis;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.paidonce.FormTokens;
import io.paidonce.IdempotencyStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Claims in Redis, where Boot has a connection to it by Lettuce; the same servers, own sockets. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
      "io.paidonce.jdbc.JdbcIdempotencyAutoConfiguration"
    })
@ConditionalOnClass(LettuceConnectionFactory.class)
@ConditionalOnBean(LettuceConnectionFactory.class)
@EnableConfigurationProperties(RedisProperties.class)
public class RedisIdempotencyAutoConfiguration {

  private static final String REPLICAS = "spring.data.redis.masterreplica.nodes";

  @Bean(name = "redisLeaseStore", destroyMethod = "close")
  @Lazy
  @ConditionalOnMissingBean(name = "redisLeaseStore")
  IdempotencyStore redisLeaseStore(
      LettuceConnectionFactory factory, RedisProperties properties, Environment environment) {
    requireMaster(environment);
    return RedisIdempotencyStore.opened(
        access(factory, properties.budget()), properties.prefix(), properties.budget());
  }

  /** Where the database does not keep them, and a single process does not either. */
  @Bean(destroyMethod = "close")
  @Lazy
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnProperty(name = "paidonce.idempotency.web.tokens.enabled", matchIfMissing = true)
  @ConditionalOnBooleanProperty(
      name = "paidonce.idempotency.memory",
      havingValue = false,
      matchIfMissing = true)
  @ConditionalOnMissingBean(FormTokens.class)
  RedisFormTokens redisFormTokens(
      LettuceConnectionFactory factory, RedisProperties properties, Environment environment) {
    requireMaster(environment);
    return new RedisFormTokens(
        access(factory, properties.budget()), properties.prefix(), properties.budget());
  }

  private static void requireMaster(Environment environment) {
    if (Binder.get(environment).bind(REPLICAS, Bindable.listOf(String.class)).isBound()) {
      throw new IllegalStateException(
          REPLICAS + " names servers without saying which is the master; use Sentinel or Cluster");
    }
  }

  private static RedisAccess access(LettuceConnectionFactory factory, Duration budget) {
    RedisClusterConfiguration cluster = factory.getClusterConfiguration();
    if (cluster != null) {
      List<RedisURI> nodes =
          cluster.getClusterNodes().stream()
              .map(node -> uri(node, factory, cluster.getUsername(), cluster.getPassword()))
              .toList();
      return LettuceAccess.cluster(nodes, budget);
    }
    RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
    if (sentinel != null) {
      return LettuceAccess.standalone(sentinelUri(sentinel, factory), budget);
    }
    if (factory.getSocketConfiguration() != null) {
      throw new IllegalStateException(
          "claims are not kept in a Redis behind a Unix socket; give it a host and a port");
    }
    RedisStandaloneConfiguration one = factory.getStandaloneConfiguration();
    RedisURI uri =
        uri(
            new RedisNode(one.getHostName(), one.getPort()),
            factory,
            one.getUsername(),
            one.getPassword());
    uri.setDatabase(one.getDatabase());
    return LettuceAccess.standalone(uri, budget);
  }

  private static RedisURI sentinelUri(
      RedisSentinelConfiguration sentinel, LettuceConnectionFactory factory) {
    RedisURI.Builder builder =
        RedisURI.builder()
            .withSentinelMasterId(Objects.requireNonNull(sentinel.getMaster()).getName())
            .withDatabase(sentinel.getDatabase());
    sentinel
        .getSentinels()
        .forEach(
            node ->
                builder.withSentinel(
                    Objects.requireNonNull(node.getHost()), node.getRequiredPort()));
    RedisURI uri = builder.build();
    secure(uri, factory, sentinel.getUsername(), sentinel.getPassword());
    return uri;
  }

  private static RedisURI uri(
      RedisNode node,
      LettuceConnectionFactory factory,
      @Nullable String username,
      RedisPassword password) {
    RedisURI uri = RedisURI.create(Objects.requireNonNull(node.getHost()), node.getRequiredPort());
    secure(uri, factory, username, password);
    return uri;
  }

  private static void secure(
      RedisURI uri,
      LettuceConnectionFactory factory,
      @Nullable String username,
      RedisPassword password) {
    uri.setSsl(factory.isUseSsl());
    if (password.isPresent()) {
      uri.setCredentialsProvider(
          RedisCredentialsProvider.from(() -> RedisCredentials.just(username, password.get())));
    }
  }
}
