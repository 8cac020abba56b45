package io.paidonce.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.paidonce.IdempotencyStore;
import io.paidonce.testkit.contract.OutageContract;
import io.paidonce.testkit.contract.StoreFixture;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.processes.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;

/** A server that keeps its connections and answers nothing. */
class SilenceContractTest {

  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(1);
  private static final int POOL_TIMEOUT_MILLIS = 1_000;

  @Nested
  class OnPostgresql extends OutageContract {
    @Override
    protected StoreFixture open() {
      return new Frozen(Engine.POSTGRESQL);
    }
  }

  @Nested
  class OnMariaDb extends OutageContract {
    @Override
    protected StoreFixture open() {
      return new Frozen(Engine.MARIADB);
    }
  }

  private static final class Frozen implements StoreFixture {
    private final DatabaseServer server;
    private final HikariDataSource pool;

    Frozen(Engine engine) {
      server = DatabaseServer.separate(engine);
      Database database = server.freshDatabase();
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(database.jdbcUrl());
      config.setUsername(database.username());
      config.setPassword(database.password());
      config.setMaximumPoolSize(2);
      config.setConnectionTimeout(POOL_TIMEOUT_MILLIS);
      config.setValidationTimeout(POOL_TIMEOUT_MILLIS / 2);
      pool = new HikariDataSource(config);
      Tables.create(pool);
    }

    @Override
    public IdempotencyStore store() {
      return JdbcIdempotencyStore.leasing(pool, QUERY_TIMEOUT);
    }

    @Override
    public IdempotencyStore otherNode(Duration skew) {
      return store();
    }

    @Override
    public void age(Duration duration) {
      throw new UnsupportedOperationException("an outage has no need of it");
    }

    @Override
    public void breakDown() {
      signal("STOP");
    }

    @Override
    public void repair() {
      signal("CONT");
    }

    /** To the server and the processes it has for its connections. */
    private void signal(String name) {
      ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
      List<String> command = new ArrayList<>(List.of("kill", "-" + name));
      Stream.concat(Stream.of(process), process.descendants())
          .forEach(it -> command.add(Long.toString(it.pid())));
      Run.checked(Path.of("").toAbsolutePath(), command);
    }

    @Override
    public void close() {
      pool.close();
      server.close();
    }
  }
}
