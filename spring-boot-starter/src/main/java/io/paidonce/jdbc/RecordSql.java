package io.paidonce.jdbc;

import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore.Freed;
import io.paidonce.RecordView;
import io.paidonce.Ticket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statements that change or end what was claimed: one for all keys of a ticket.
 *
 * <p>A count that falls short is a question, answered by counting the rows that already are as
 * asked: some drivers count rows found, others rows changed, and a lease renewed twice within a
 * millisecond is found but not changed.
 */
final class RecordSql {

  private static final String OURS =
      """
       WHERE owner = ?
         AND fence = ?
         AND key_hash IN (%s)
         AND state IN (%s)
      """;

  private static final String COUNT =
      """
      SELECT COUNT(*)
        FROM paidonce_idempotency
      """;

  private static final String RENEW =
      """
      UPDATE paidonce_idempotency
         SET lease_until_ms = {end}
      """;

  private static final String COMPLETE =
      """
      UPDATE paidonce_idempotency
         SET state = 'C', since_at_ms = {up}, lease_until_ms = NULL, retain_until_ms = {end},
             archive_until_ms = {end}, purge_at_ms = {end}, note = '',
             outcome = CASE WHEN key_hash = ? THEN {bytes} ELSE NULL END
      """;

  private static final String DOUBT =
      """
      UPDATE paidonce_idempotency
         SET state = 'D', since_at_ms = {up}, lease_until_ms = NULL, note = ?
      """;

  private static final String RELEASE =
      """
      DELETE FROM paidonce_idempotency
      """;

  private static final String FIND =
      """
      SELECT %s
        FROM paidonce_idempotency
       WHERE key_hash = ?
      """
          .formatted(Row.COLUMNS);

  private static final String FREE =
      """
      DELETE FROM paidonce_idempotency
       WHERE key_hash = ?
         AND (state = 'D'
           OR state = 'P' AND (? = 1 OR lease_until_ms <= {ms})
           OR state = 'C' AND ? = 1 AND archive_until_ms > {ms})
      """;

  private static final String DUE =
      """
      SELECT key_hash, CASE WHEN archive_until_ms <= {ms} THEN 1 ELSE 0 END AS gone
        FROM paidonce_idempotency
       WHERE purge_at_ms <= {ms}
       ORDER BY purge_at_ms
       LIMIT ?
      """;

  private static final String REMOVE =
      """
      DELETE FROM paidonce_idempotency
       WHERE key_hash IN (%s)
         AND state = 'C'
         AND archive_until_ms <= {ms}
      """;

  private static final String REDUCE =
      """
      UPDATE paidonce_idempotency
         SET outcome = NULL, purge_at_ms = archive_until_ms
       WHERE key_hash IN (%s)
         AND state = 'C'
         AND retain_until_ms <= {ms}
      """;

  private static final String CLAIMED = "'P'";
  private static final String COMPLETED = "'C'";
  private static final String DOUBTED = "'D'";
  private static final String CLAIMED_OR_DOUBTED = "'P', 'D'";

  private final Dialect dialect;

  RecordSql(Dialect dialect) {
    this.dialect = dialect;
  }

  boolean renew(Query query, Ticket ticket, Duration lease) throws SQLException {
    return changed(query, ticket, RENEW, CLAIMED, CLAIMED, Storable.micros(lease));
  }

  boolean complete(Query query, Ticket ticket, Completion completion) throws SQLException {
    long retain = Storable.micros(completion.retention());
    long archive = Storable.micros(completion.retention().plus(completion.archive()));
    byte[] outcome = completion.outcome().length == 0 ? null : completion.outcome();
    byte[] primary = ticket.primary().sha256();
    return changed(
        query,
        ticket,
        COMPLETE.replace("{bytes}", dialect.bytes()),
        CLAIMED_OR_DOUBTED,
        COMPLETED,
        retain,
        archive,
        retain,
        primary,
        outcome);
  }

  boolean doubt(Query query, Ticket ticket, String note) throws SQLException {
    String kept = Storable.text(note, RecordView.NOTE_LENGTH_MAX);
    return changed(query, ticket, DOUBT, CLAIMED_OR_DOUBTED, DOUBTED, kept);
  }

  boolean release(Query query, Ticket ticket) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    String where = ours(ticket, CLAIMED_OR_DOUBTED, values);
    return query.update(RELEASE + where, values.toArray()) == ticket.keys().size();
  }

  /** Whether all rows of the ticket are now as asked, by this statement or before it. */
  private boolean changed(
      Query query,
      Ticket ticket,
      String change,
      String before,
      String after,
      @Nullable Object... settings)
      throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    for (Object setting : settings) {
      values.add(setting);
    }
    String sql = dialect.sql(change + ours(ticket, before, values));
    int keys = ticket.keys().size();
    if (query.update(sql, values.toArray()) == keys) {
      return true;
    }
    values.clear();
    String count = COUNT + ours(ticket, after, values);
    Integer standing = query.first(count, row -> row.getInt(1), values.toArray());
    return standing != null && standing == keys;
  }

  private static String ours(Ticket ticket, String states, List<@Nullable Object> values) {
    values.add(ticket.owner());
    values.add(ticket.fence());
    ticket.keys().forEach(key -> values.add(key.sha256()));
    return OURS.formatted(Storable.marks(ticket.keys().size()), states);
  }

  @Nullable RecordView find(Query query, IdempotencyKey key) throws SQLException {
    Row row = query.first(dialect.sql(FIND), Row::read, key.sha256());
    return row == null || row.gone() ? null : row.view();
  }

  Freed free(Query query, IdempotencyKey key, boolean force) throws SQLException {
    int forced = force ? 1 : 0;
    if (query.update(dialect.sql(FREE), key.sha256(), forced, forced) == 1) {
      return Freed.FREED;
    }
    return find(query, key) == null ? Freed.ABSENT : Freed.HELD;
  }

  /** What one purge has found, and how much of it was removed or reduced. */
  record Purged(int found, int changed) {}

  /** Finds what is due without locking it, then changes it by key: no other row is locked. */
  Purged purge(Query query, int recordsMax) throws SQLException {
    List<byte[]> remove = new ArrayList<>();
    List<byte[]> reduce = new ArrayList<>();
    List<Boolean> due =
        query.all(
            dialect.sql(DUE),
            row -> (row.getInt("gone") == 1 ? remove : reduce).add(row.getBytes("key_hash")),
            recordsMax);
    int changed = each(query, REMOVE, remove) + each(query, REDUCE, reduce);
    return new Purged(due.size(), changed);
  }

  private int each(Query query, String change, List<byte[]> hashes) throws SQLException {
    if (hashes.isEmpty()) {
      return 0;
    }
    String sql = dialect.sql(change.formatted(Storable.marks(hashes.size())));
    return query.update(sql, hashes.toArray());
  }
}
