package io.paidonce.jdbc;

import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.Fingerprint;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore.Freed;
import io.paidonce.Ticket;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The statements on the table of records. */
final class RecordSql {

  static final String TABLE = "paidonce_idempotency";

  private static final String COLUMNS =
      TABLE
          + " (key_hash, scope, readable, state, owner, fence, fingerprint, takeover,"
          + " since_at_ms, lease_until_ms, retain_until_ms, archive_until_ms, outcome, note)";

  private static final String READ =
      """
      SELECT readable, state, owner, fence, fingerprint, takeover, since_at_ms, lease_until_ms,
        retain_until_ms, archive_until_ms, outcome, note, {now} AS now_ms
      FROM paidonce_idempotency
      WHERE key_hash = ?""";

  /** Guarded by all that can have changed since the record was read. */
  private static final String TAKE_OVER =
      """
      UPDATE paidonce_idempotency
      SET state = 'P', owner = ?, fence = GREATEST(fence + 1, {nowUs}), fingerprint = ?,
        takeover = ?, since_at_ms = {now}, lease_until_ms = {now} + ?, retain_until_ms = 0,
        archive_until_ms = 0, outcome = NULL, note = ''
      WHERE key_hash = ? AND owner = ? AND fence = ? AND state = ? AND lease_until_ms = ?""";

  private static final String RENEW =
      """
      UPDATE paidonce_idempotency SET lease_until_ms = {now} + ?
      WHERE key_hash IN ({keys}) AND owner = ? AND fence = ? AND state = 'P'""";

  private static final String COMPLETE =
      """
      UPDATE paidonce_idempotency
      SET state = 'C', since_at_ms = {now}, lease_until_ms = 0, retain_until_ms = {now} + ?,
        archive_until_ms = {now} + ?, outcome = CASE WHEN key_hash = ? THEN ? ELSE NULL END,
        note = ''
      WHERE key_hash IN ({keys}) AND owner = ? AND fence = ? AND state IN ('P', 'D')""";

  private static final String RELEASE =
      """
      DELETE FROM paidonce_idempotency
      WHERE key_hash IN ({keys}) AND owner = ? AND fence = ? AND state IN ('P', 'D')""";

  private static final String DOUBT =
      """
      UPDATE paidonce_idempotency SET state = 'D', since_at_ms = {now}, note = ?
      WHERE key_hash IN ({keys}) AND owner = ? AND fence = ? AND state IN ('P', 'D')""";

  private static final String OWNED =
      """
      SELECT COUNT(*) FROM paidonce_idempotency
      WHERE key_hash IN ({keys}) AND owner = ? AND fence = ? AND state = ?""";

  private static final String LOCK =
      """
      SELECT owner, fence, state FROM paidonce_idempotency
      WHERE key_hash = ?
      FOR UPDATE""";

  private static final String ALIGN =
      """
      UPDATE paidonce_idempotency SET fence = ?
      WHERE key_hash IN ({keys}) AND owner = ? AND state = 'P'""";

  private static final String FREE =
      """
      DELETE FROM paidonce_idempotency
      WHERE key_hash = ? AND (? = 1 OR state = 'D' OR (state = 'P' AND lease_until_ms <= {now}))""";

  private static final String PAST =
      """
      SELECT key_hash FROM paidonce_idempotency
      WHERE state = 'C' AND archive_until_ms <= {now}
      LIMIT ?""";

  private static final String DELETE_PAST =
      """
      DELETE FROM paidonce_idempotency
      WHERE key_hash IN ({keys}) AND state = 'C' AND archive_until_ms <= {now}""";

  private static final String LATE =
      """
      SELECT key_hash FROM paidonce_idempotency
      WHERE state = 'C' AND retain_until_ms <= {now} AND outcome IS NOT NULL
      LIMIT ?""";

  private static final String REDUCE_LATE =
      """
      UPDATE paidonce_idempotency SET outcome = NULL
      WHERE key_hash IN ({keys}) AND state = 'C' AND retain_until_ms <= {now}""";

  private static final int CHUNK = 200;

  private final Dialect dialect;
  private final int timeoutSeconds;
  private final String insert;

  RecordSql(Dialect dialect, Duration timeout) {
    this.dialect = dialect;
    this.timeoutSeconds = (int) Math.max(1, timeout.toSeconds());
    this.insert =
        clocked(
            dialect.insert(
                COLUMNS, "?, ?, ?, 'P', ?, {nowUs}, ?, ?, {now}, {now} + ?, 0, 0, NULL, ''"));
  }

  /** The name of the resource with the table. */
  String schema() {
    return "schema-" + dialect.schema() + ".sql";
  }

  /** Inserts; the fence if it is told at once, else 0: the record then has to be read. */
  long insert(Connection connection, ClaimRequest request, IdempotencyKey key) throws SQLException {
    try (PreparedStatement statement = prepared(connection, insert)) {
      int at = 1;
      if (dialect.locksByNumber()) {
        statement.setLong(at++, lockNumber(key));
      }
      statement.setBytes(at++, key.sha256());
      statement.setString(at++, cut(key.scope()));
      statement.setString(at++, key.readable());
      statement.setString(at++, request.owner());
      statement.setString(at++, encoded(request.fingerprint()));
      statement.setString(at++, RecordRow.letter(request.takeover()));
      statement.setLong(at, request.lease().toMillis());
      if (!dialect.locksByNumber()) {
        statement.executeUpdate();
        return 0;
      }
      try (ResultSet inserted = statement.executeQuery()) {
        return inserted.next() ? inserted.getLong(1) : 0;
      }
    } catch (SQLException e) {
      if (SqlFailures.of(e) == SqlFailures.DUPLICATE && dialect == Dialect.H2) {
        return 0;
      }
      throw e;
    }
  }

  /** The record as it is committed, or as this transaction has it; null if there is none. */
  @Nullable RecordRow read(Connection connection, IdempotencyKey key, boolean latest)
      throws SQLException {
    String text = clocked(READ) + (latest ? dialect.latest() : "");
    try (PreparedStatement statement = prepared(connection, text)) {
      statement.setBytes(1, key.sha256());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? RecordRow.of(row) : null;
      }
    }
  }

  /** Takes the record over if it is still as it was read; the new fence, or 0. */
  long takeOver(Connection connection, ClaimRequest request, IdempotencyKey key, RecordRow seen)
      throws SQLException {
    String text = clocked(dialect.update(TAKE_OVER));
    try (PreparedStatement statement = prepared(connection, text)) {
      statement.setString(1, request.owner());
      statement.setString(2, encoded(request.fingerprint()));
      statement.setString(3, RecordRow.letter(request.takeover()));
      statement.setLong(4, request.lease().toMillis());
      statement.setBytes(5, key.sha256());
      statement.setString(6, seen.owner());
      statement.setLong(7, seen.fence());
      statement.setString(8, seen.state());
      statement.setLong(9, seen.leaseUntilMs());
      if (dialect.locksByNumber()) {
        statement.setLong(10, lockNumber(key));
      }
      if (statement.executeUpdate() == 0) {
        return 0;
      }
    }
    RecordRow now = read(connection, key, false);
    return now != null && now.isClaimOf(request) ? now.fence() : 0;
  }

  void alignFences(Connection connection, List<IdempotencyKey> keys, String owner, long fence)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, withKeys(ALIGN, keys.size()))) {
      statement.setLong(1, fence);
      int at = setKeys(statement, 2, keys);
      statement.setString(at, owner);
      statement.executeUpdate();
    }
  }

  boolean renew(Connection connection, Ticket ticket, Duration lease) throws SQLException {
    return all(
        connection,
        ticket,
        RENEW,
        statement -> {
          statement.setLong(1, lease.toMillis());
          return 2;
        },
        "P");
  }

  boolean complete(Connection connection, Ticket ticket, Completion completion)
      throws SQLException {
    long retain = completion.retention().toMillis();
    return all(
        connection,
        ticket,
        COMPLETE,
        statement -> {
          statement.setLong(1, retain);
          statement.setLong(2, retain + completion.archive().toMillis());
          statement.setBytes(3, ticket.primary().sha256());
          statement.setBytes(4, completion.outcome().length == 0 ? null : completion.outcome());
          return 5;
        },
        "C");
  }

  boolean release(Connection connection, Ticket ticket) throws SQLException {
    return all(connection, ticket, RELEASE, statement -> 1, null);
  }

  boolean doubt(Connection connection, Ticket ticket, String note) throws SQLException {
    return all(
        connection,
        ticket,
        DOUBT,
        statement -> {
          statement.setString(1, note);
          return 2;
        },
        "D");
  }

  /** Whether the record is this ticket's claim; locked until the transaction ends. */
  boolean lockOwned(Connection connection, Ticket ticket) throws SQLException {
    for (IdempotencyKey key : ticket.keys()) {
      try (PreparedStatement statement = prepared(connection, LOCK)) {
        statement.setBytes(1, key.sha256());
        try (ResultSet row = statement.executeQuery()) {
          if (!row.next()
              || !row.getString(1).equals(ticket.owner())
              || row.getLong(2) != ticket.fence()
              || !row.getString(3).equals("P")) {
            return false;
          }
        }
      }
    }
    return true;
  }

  Freed free(Connection connection, IdempotencyKey key, boolean force) throws SQLException {
    RecordRow row = read(connection, key, false);
    if (row == null || row.view() == null) {
      return Freed.ABSENT;
    }
    try (PreparedStatement statement = prepared(connection, clocked(FREE))) {
      statement.setBytes(1, key.sha256());
      statement.setInt(2, force ? 1 : 0);
      return statement.executeUpdate() == 0 ? Freed.HELD : Freed.FREED;
    }
  }

  int purge(Connection connection, int recordsMax) throws SQLException {
    int limit = Math.min(recordsMax, CHUNK);
    int changed = 0;
    for (String[] step : new String[][] {{PAST, DELETE_PAST}, {LATE, REDUCE_LATE}}) {
      int part;
      do {
        part = purge(connection, step[0], step[1], Math.min(limit, recordsMax - changed));
        changed += part;
      } while (part == CHUNK && changed < recordsMax);
    }
    return changed;
  }

  private int purge(Connection connection, String find, String change, int limit)
      throws SQLException {
    List<byte[]> keys = new ArrayList<>();
    if (limit > 0) {
      try (PreparedStatement statement = prepared(connection, clocked(find))) {
        statement.setInt(1, limit);
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            keys.add(rows.getBytes(1));
          }
        }
      }
    }
    if (keys.isEmpty()) {
      return 0;
    }
    try (PreparedStatement statement =
        prepared(connection, clocked(withKeys(change, keys.size())))) {
      for (int i = 0; i < keys.size(); i++) {
        statement.setBytes(i + 1, keys.get(i));
      }
      return statement.executeUpdate();
    }
  }

  /** Sets what stands before the keys; returns the place of the first key. */
  @FunctionalInterface
  private interface Head {
    int set(PreparedStatement statement) throws SQLException;
  }

  /**
   * Changes all records of a ticket or none. Drivers count differently what is set to what it was
   * already, so a short count is looked at before it is believed.
   *
   * @param after the state in which the records are then; null if they are gone
   */
  private boolean all(
      Connection connection, Ticket ticket, String text, Head head, @Nullable String after)
      throws SQLException {
    int size = ticket.keys().size();
    try (PreparedStatement statement = prepared(connection, clocked(withKeys(text, size)))) {
      int at = setKeys(statement, head.set(statement), ticket.keys());
      statement.setString(at, ticket.owner());
      statement.setLong(at + 1, ticket.fence());
      int changed = statement.executeUpdate();
      if (changed == size || (after != null && owned(connection, ticket, after) == size)) {
        return true;
      }
      if (changed > 0) {
        throw new PartOnly();
      }
      return false;
    }
  }

  /** Only some keys of a ticket could be changed: all of it is undone. */
  static final class PartOnly extends SQLException {
    private static final long serialVersionUID = 1L;
  }

  private int owned(Connection connection, Ticket ticket, String state) throws SQLException {
    String text = withKeys(OWNED, ticket.keys().size());
    try (PreparedStatement statement = prepared(connection, text)) {
      int at = setKeys(statement, 1, ticket.keys());
      statement.setString(at, ticket.owner());
      statement.setLong(at + 1, ticket.fence());
      statement.setString(at + 2, state);
      try (ResultSet count = statement.executeQuery()) {
        return count.next() ? count.getInt(1) : 0;
      }
    }
  }

  private PreparedStatement prepared(Connection connection, String text) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(text);
    statement.setQueryTimeout(timeoutSeconds);
    return statement;
  }

  private String clocked(String text) {
    return text.replace("{nowUs}", dialect.nowMicros()).replace("{now}", dialect.nowMillis());
  }

  private static String withKeys(String text, int keys) {
    return text.replace("{keys}", String.join(", ", Collections.nCopies(keys, "?")));
  }

  private static int setKeys(PreparedStatement statement, int from, List<IdempotencyKey> keys)
      throws SQLException {
    int at = from;
    for (IdempotencyKey key : keys) {
      statement.setBytes(at++, key.sha256());
    }
    return at;
  }

  private static long lockNumber(IdempotencyKey key) {
    return ByteBuffer.wrap(key.sha256()).getLong();
  }

  private static String encoded(@Nullable Fingerprint fingerprint) {
    return fingerprint == null ? "" : Objects.requireNonNull(fingerprint.encoded());
  }

  private static String cut(String scope) {
    return scope.length() <= IdempotencyKey.READABLE_LENGTH_MAX
        ? scope
        : scope.substring(0, IdempotencyKey.READABLE_LENGTH_MAX);
  }
}
