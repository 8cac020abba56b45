package io.paidonce.race;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.paidonce.IdempotencyStore;
import io.paidonce.jdbc.JdbcIdempotencyStore;
import io.paidonce.redis.RedisIdempotencyStore;
import io.paidonce.redis.RedisStores;
import java.util.List;

/**
 * Where a race is held, as words that another JVM understands.
 *
 * @param kind {@code jdbc}, {@code redis} or {@code cluster}
 * @param password after a letter p, so that it is never empty
 * @param address JDBC URL, or {@code host:port,host:port}
 * @param password after a letter p, so that it is never empty
 */
record Arena(String kind, String address, String username, String password) {

  private static final int CONNECTIONS = 8;

  /** A store that is open, and what is to be closed with it. */
  record Opened(IdempotencyStore store, AutoCloseable resource) implements AutoCloseable {
    @Override
    public void close() {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static Arena of(List<String> words) {
    return new Arena(words.get(0), words.get(1), words.get(2), words.get(3));
  }

  List<String> words() {
    return List.of(kind, address, username, password);
  }

  Opened open() {
    if (kind.equals("jdbc")) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(address);
      config.setUsername(username);
      config.setPassword(password.substring(1));
      config.setMaximumPoolSize(CONNECTIONS);
      HikariDataSource pool = new HikariDataSource(config);
      return new Opened(JdbcIdempotencyStore.leasing(pool), pool);
    }
    RedisIdempotencyStore store =
        RedisStores.open(List.of(address.split(",")), kind.equals("cluster"));
    return new Opened(store, store);
  }
}
