package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.LEASE;
import static io.paidonce.jdbc.Tables.claimed;
import static io.paidonce.jdbc.Tables.newOwner;
import static io.paidonce.jdbc.Tables.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Completion;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engines' own plans for the statements that are run: none may read a whole table. */
class StatementsTest {

  private static final int ROWS = 2_000;

  private static final String FILL =
      """
      INSERT INTO paidonce_idempotency
        (key_hash, scope, readable, state, owner, fence, fingerprint, takeover, since_at_ms,
        lease_until_ms, note)
      VALUES (?, 's', 'r', 'P', 'o', 1, '', 'A', 1, 1, '')
      """;

  private static void fill(Tables tables) {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(new Object[] {Tables.key("filler" + i).sha256()});
    }
    tables.sql().batchUpdate(FILL, rows);
  }

  /** Every statement there is, on the way of some claims through their lives. */
  private static Map<String, List<Recording.Parameter>> statements(Tables tables) {
    Recording recording = new Recording(tables.source());
    JdbcIdempotencyStore store = JdbcIdempotencyStore.leasing(recording);
    Ticket first = claimed(store, "a");
    store.claim(request("a"));
    store.renew(first, LEASE);
    store.doubt(first, "why");
    store.complete(first, new Completion(new byte[1], LEASE, LEASE));
    store.complete(first, Tables.done("again"));
    store.release(claimed(store, "b"));
    claimed(store, "c");
    tables.age(LEASE.plusSeconds(1));
    claimed(store, request(newOwner(), LEASE, Takeover.NEVER, "c"));
    claimed(store, request(newOwner(), LEASE, Takeover.NEVER, "d", "e"));
    store.find(first.primary());
    store.free(first.primary(), false);
    assertThat(store.purge(1)).isEqualTo(1);
    tables.age(Duration.ofDays(1));
    assertThat(store.purge(1)).isEqualTo(1);
    return recording.statements();
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "H2_REGULAR", "POSTGRESQL", "MARIADB", "MYSQL_STATEMENTS"})
  void everyStatementFindsItsRowsByAnIndex(Place place) throws SQLException {
    try (Tables tables = place.open(1)) {
      Map<String, List<Recording.Parameter>> statements = statements(tables);
      fill(tables);
      List<String> slow = new ArrayList<>();
      try (Connection connection = tables.source().getConnection();
          Statement session = connection.createStatement()) {
        session.execute(
            switch (place.engine()) {
              case POSTGRESQL -> "SET enable_seqscan = off";
              case MARIADB -> "ANALYZE TABLE paidonce_idempotency";
              case H2 -> "ANALYZE";
            });
        int explained = 0;
        for (Map.Entry<String, List<Recording.Parameter>> it : statements.entrySet()) {
          String sql = it.getKey().replaceFirst("SET STATEMENT .* FOR\n", "");
          if (sql.contains("paidonce_idempotency")) {
            String plan = plan(connection, sql, it.getValue());
            explained++;
            if (readsAll(place, plan)) {
              slow.add(sql + plan);
            }
          }
        }
        assertThat(explained).isGreaterThanOrEqualTo(12);
        assertThat(slow).isEmpty();
        String all = "SELECT note FROM paidonce_idempotency WHERE scope = 's'";
        assertThat(readsAll(place, plan(connection, all, List.of()))).isTrue();
      }
    }
  }

  private static boolean readsAll(Place place, String plan) {
    return switch (place.engine()) {
      case H2 -> plan.contains(".tableScan");
      case POSTGRESQL -> plan.contains("Seq Scan");
      case MARIADB -> plan.contains("|SIMPLE|") && plan.matches("(?s).*\\|(ALL|index)\\|.*");
    };
  }

  private static String plan(
      Connection connection, String sql, List<Recording.Parameter> parameters) throws SQLException {
    try (PreparedStatement explain = connection.prepareStatement("EXPLAIN " + sql)) {
      parameters.forEach(it -> it.set(explain));
      StringBuilder plan = new StringBuilder("\n");
      try (ResultSet rows = explain.executeQuery()) {
        while (rows.next()) {
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            plan.append(rows.getString(i)).append('|');
          }
          plan.append('\n');
        }
      }
      return plan.toString();
    }
  }
}
