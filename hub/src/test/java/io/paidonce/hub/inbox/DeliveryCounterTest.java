package io.paidonce.hub.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.Evidence;
import io.paidonce.testkit.databases.Engine;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

class DeliveryCounterTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final InboxTables tables = new InboxTables(Engine.H2);
  private final DeliveryCounter counter = new DeliveryCounter(tables.jdbc, "node-1");

  @AfterEach
  void close() {
    tables.close();
  }

  private static InboxKey key(int n) {
    String hash = String.format("%064x", n);
    return new InboxKey(hash, Evidence.CALLBACK, hash, "key " + n);
  }

  private long deliveries(String where) {
    return tables.rows("SELECT deliveries FROM delivery_count WHERE " + where).stream()
        .mapToLong(row -> Objects.requireNonNull((Number) row.get("deliveries")).longValue())
        .sum();
  }

  @Test
  void deliveriesAddUpOverFlushes() {
    counter.count(key(1), NOON);
    counter.count(key(1), NOON.plusSeconds(9));
    counter.count(key(2), NOON);
    counter.flush();
    counter.count(key(1), NOON.plusSeconds(5));
    counter.flush();
    counter.flush();
    assertThat(tables.rows("SELECT * FROM delivery_count")).hasSize(2);
    assertThat(deliveries("1 = 1")).isEqualTo(4);
  }

  @Test
  void theLastSeenOfAFlushIsTheLatest() {
    counter.count(key(1), NOON.plusSeconds(9));
    counter.count(key(1), NOON);
    counter.flush();
    assertThat(tables.rows("SELECT last_seen_at_ms FROM delivery_count"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("last_seen_at_ms", NOON.plusSeconds(9).toEpochMilli()));
  }

  @Test
  void nodesCountApart() {
    DeliveryCounter other = new DeliveryCounter(tables.jdbc, "node-2");
    counter.count(key(1), NOON);
    other.count(key(1), NOON);
    other.count(key(1), NOON);
    counter.flush();
    other.flush();
    assertThat(deliveries("node = 'node-1'")).isEqualTo(1);
    assertThat(deliveries("node = 'node-2'")).isEqualTo(2);
  }

  @Test
  void beyondTheBoundNewKeysAreNotCountedButKnownOnesAre() {
    Recording recording = new Recording();
    DeliveryCounter full = new DeliveryCounter(recording, "node-1");
    for (int n = 0; n < DeliveryCounter.KEYS_MAX; n++) {
      full.count(key(n), NOON);
    }
    full.count(key(0), NOON);
    full.count(key(DeliveryCounter.KEYS_MAX), NOON);
    full.flush();
    assertThat(recording.rows).isEqualTo(DeliveryCounter.KEYS_MAX);
    assertThat(recording.deliveries).isEqualTo(DeliveryCounter.KEYS_MAX + 1L);
  }

  /** Counts what would be written; so many rows take a real database too long. */
  private static final class Recording extends NamedParameterJdbcTemplate {
    private int rows;
    private long deliveries;

    Recording() {
      super(new JdbcTemplate());
    }

    @Override
    public int[] batchUpdate(String sql, SqlParameterSource[] batch) {
      int[] counts = new int[batch.length];
      for (int i = 0; i < batch.length; i++) {
        deliveries += (long) Objects.requireNonNull(batch[i].getValue("deliveries"));
        counts[i] = 1;
      }
      rows += batch.length;
      return counts;
    }
  }
}
