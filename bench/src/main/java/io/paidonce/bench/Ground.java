package io.paidonce.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Where the servers are; the same for all, and known to the JVMs that measure.
 *
 * @param redis {@code host:port}
 * @param cluster {@code host:port,host:port}
 * @param postgresql of a database that is new
 * @param mariadb likewise
 */
record Ground(String redis, String cluster, Address postgresql, Address mariadb) {

  private static final String PREFIX = "paidonce.bench.";
  private static final int CONNECTIONS = 16;

  /** A database. */
  record Address(String url, String username, String password) {

    private Stream<String> properties(String name) {
      return Stream.of(
          "-D" + PREFIX + name + ".url=" + url,
          "-D" + PREFIX + name + ".username=" + username,
          "-D" + PREFIX + name + ".password=" + password);
    }

    private static Address fromProperties(String name) {
      return new Address(
          required(name + ".url"), required(name + ".username"), required(name + ".password"));
    }

    HikariDataSource pool() {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(url);
      config.setUsername(username);
      config.setPassword(password);
      config.setMaximumPoolSize(CONNECTIONS);
      return new HikariDataSource(config);
    }

    Map<String, Object> asSpring() {
      return Map.of(
          "spring.datasource.url", url,
          "spring.datasource.username", username,
          "spring.datasource.password", password);
    }
  }

  /** As options for a JVM. */
  List<String> options() {
    return Stream.of(
            Stream.of("-D" + PREFIX + "redis=" + redis, "-D" + PREFIX + "cluster=" + cluster),
            postgresql.properties("postgresql"),
            mariadb.properties("mariadb"))
        .flatMap(it -> it)
        .toList();
  }

  /** As this JVM was told by {@link #options()}. */
  static Ground fromProperties() {
    return new Ground(
        required("redis"),
        required("cluster"),
        Address.fromProperties("postgresql"),
        Address.fromProperties("mariadb"));
  }

  private static String required(String name) {
    String value = System.getProperty(PREFIX + name);
    if (value == null) {
      throw new IllegalStateException(
          PREFIX + name + " is missing: start this by ./paidonce bench");
    }
    return value;
  }

  RedisURI redisUri() {
    return RedisURI.create("redis://" + redis);
  }

  List<RedisURI> clusterUris() {
    return Stream.of(cluster.split(",")).map(it -> RedisURI.create("redis://" + it)).toList();
  }

  /** Spring's own connections, for those who are built on them. */
  LettuceConnectionFactory springRedis() {
    RedisURI uri = redisUri();
    LettuceConnectionFactory factory = new LettuceConnectionFactory(uri.getHost(), uri.getPort());
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }
}
