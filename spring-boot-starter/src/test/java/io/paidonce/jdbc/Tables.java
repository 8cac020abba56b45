package io.paidonce.jdbc;

import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.Fingerprint;
import io.paidonce.IdempotencyKey;
import io.paidonce.Takeover;
import io.paidonce.testkit.TimeShift;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** Databases that have the table, and what tests put into it. */
final class Tables {

  /** Long enough not to end while a busy machine runs a test. */
  static final Duration LEASE = Duration.ofSeconds(60);

  static final Duration RETENTION = Duration.ofHours(25);

  static final TimeShift TIME =
      TimeShift.of(
          "paidonce_idempotency.since_at_ms",
          "paidonce_idempotency.lease_until_ms",
          "paidonce_idempotency.retain_until_ms",
          "paidonce_idempotency.archive_until_ms",
          "paidonce_idempotency.purge_at_ms");

  private static final AtomicInteger OWNERS = new AtomicInteger();

  private Tables() {}

  /** A new database with the table, on the shared server of its engine. */
  static Database fresh(Engine engine) {
    Database database = DatabaseServer.of(engine).freshDatabase();
    create(database.dataSource());
    return database;
  }

  /** Makes the table as an application does. */
  static void create(DataSource source) {
    try (Connection connection = source.getConnection()) {
      String script = Dialect.of(connection).schema();
      ScriptUtils.executeSqlScript(connection, new ClassPathResource(script));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static String newOwner() {
    return "test/" + OWNERS.incrementAndGet();
  }

  static IdempotencyKey key(String name) {
    return IdempotencyKey.of("pay", name);
  }

  static ClaimRequest request(String key) {
    return request(newOwner(), LEASE, Takeover.AFTER_LEASE, key);
  }

  static ClaimRequest request(String owner, Duration lease, Takeover takeover, String... keys) {
    List<IdempotencyKey> all = List.of(keys).stream().map(Tables::key).toList();
    return new ClaimRequest(all, owner, Fingerprint.of(List.of(keys)), lease, takeover, false);
  }

  static Completion done(String outcome) {
    return new Completion(outcome.getBytes(StandardCharsets.UTF_8), RETENTION, Duration.ZERO);
  }

  /** Makes it later for everything in the table. */
  static void age(DataSource source, Duration duration) {
    try {
      TIME.forward(source, duration);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
