package io.paidonce.jdbc;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.IdempotencyKey;
import io.paidonce.Ticket;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statements that claim keys.
 *
 * <p>One insert that leaves a standing row alone decides, and what it counts or returns is the
 * answer; a row that stands is taken over by one update whose guards are in its {@code WHERE}. What
 * is read in between only explains. Duplicate keys are never known by an exception, except on H2,
 * whose {@code MERGE} has no other way to tell of a row that a race, or the snapshot, hides from
 * it; there the transaction goes on as if nothing had been tried.
 *
 * <p>Without waiting, a row that another transaction has not committed is answered as in progress
 * at once, and the transaction goes on. PostgreSQL would wait whatever is asked, so there the
 * insert and the update do nothing unless they get a lock on the key's hash that ends with the
 * transaction; the others give up their wait for the row's lock.
 */
final class ClaimSql {

  private static final int TRIES_MAX = 5;
  private static final Claim BUSY = new Claim.InProgress(Duration.ZERO);

  private static final String PUT_POSTGRESQL =
      """
      INSERT INTO paidonce_idempotency
        (key_hash, scope, readable, state, owner, fence, fingerprint, takeover, since_at_ms,
        lease_until_ms, note)
      SELECT ?, ?, ?, 'P', ?, {fence}, ?, ?, {up}, {end}, ''
      {unlocked}
      ON CONFLICT (key_hash) DO NOTHING
      RETURNING\s""";

  private static final String PUT_MARIADB =
      """
      INSERT INTO paidonce_idempotency
        (key_hash, scope, readable, state, owner, fence, fingerprint, takeover, since_at_ms,
        lease_until_ms, note)
      VALUES (?, ?, ?, 'P', ?, {fence}, ?, ?, {up}, {end}, '')
      ON DUPLICATE KEY UPDATE key_hash = key_hash
      RETURNING\s""";

  private static final String PUT_MYSQL =
      """
      INSERT IGNORE INTO paidonce_idempotency
        (key_hash, scope, readable, state, owner, fence, fingerprint, takeover, since_at_ms,
        lease_until_ms, note)
      VALUES (?, ?, ?, 'P', ?, {fence}, ?, ?, {up}, {end}, '')
      """;

  private static final String PUT_H2 =
      """
      MERGE INTO paidonce_idempotency AS standing
      USING (SELECT CAST(? AS BINARY(32)) AS key_hash) AS asked
      ON standing.key_hash = asked.key_hash
      WHEN NOT MATCHED THEN INSERT
        (key_hash, scope, readable, state, owner, fence, fingerprint, takeover, since_at_ms,
        lease_until_ms, note)
      VALUES (asked.key_hash, ?, ?, 'P', ?, {fence}, ?, ?, {up}, {end}, '')
      """;

  private static final String READ =
      """
      SELECT %s
        FROM paidonce_idempotency
       WHERE key_hash = ?
      """
          .formatted(Row.COLUMNS);

  /** The fence comes first: MariaDB would see the new state and owner in what comes later. */
  private static final String TAKE =
      """
      UPDATE paidonce_idempotency
         SET fence = CASE WHEN state = 'P' AND owner = ? THEN fence
                          ELSE GREATEST(fence + 1, {fence}) END,
             state = 'P', owner = ?, fingerprint = ?, takeover = ?, since_at_ms = {up},
             lease_until_ms = {end}, retain_until_ms = NULL, archive_until_ms = NULL,
             purge_at_ms = NULL, outcome = NULL, note = ''
       WHERE key_hash = ?
         AND (state = 'C' AND archive_until_ms <= {ms}
           OR (? = '' OR fingerprint = '' OR SUBSTRING(fingerprint, 1, 64) = ?)
             AND (state = 'P' AND lease_until_ms <= {ms} AND (takeover = 'A' OR ? = 1)
               OR state = 'P' AND lease_until_ms > {ms} AND owner = ?
               OR state = 'D' AND ? = 1))
      """;

  private static final String TAKE_UNLOCKED =
      """
         AND (SELECT pg_try_advisory_xact_lock(?))
      """;

  private static final String RAISE_FENCE =
      """
      UPDATE paidonce_idempotency
         SET fence = ?
       WHERE owner = ?
         AND state = 'P'
         AND key_hash IN (%s)
      """;

  private static final String ROLLS_BACK = "SELECT @@innodb_rollback_on_timeout";

  private final Dialect dialect;
  private final boolean waiting;
  private final String put;
  private final String take;
  private final String read;
  private final String readLatest;

  /**
   * The statements for this engine.
   *
   * @param waiting whether a claim waits for a transaction that has not committed yet
   */
  ClaimSql(Dialect dialect, boolean waiting, int timeoutSeconds) {
    this.dialect = dialect;
    this.waiting = waiting;
    String limits =
        dialect == Dialect.MARIADB && !waiting
            ? "SET STATEMENT innodb_lock_wait_timeout = 0, max_statement_time = "
                + timeoutSeconds
                + " FOR\n"
            : "";
    String putTemplate =
        switch (dialect) {
          case POSTGRESQL -> PUT_POSTGRESQL + Row.COLUMNS;
          case MARIADB -> PUT_MARIADB + Row.COLUMNS;
          case MYSQL -> PUT_MYSQL;
          case H2 -> PUT_H2;
        };
    this.put =
        limits
            + dialect
                .sql(putTemplate)
                .replace("{unlocked}", locksKeys() ? "WHERE pg_try_advisory_xact_lock(?)" : "");
    this.take = limits + dialect.sql(locksKeys() ? TAKE + TAKE_UNLOCKED : TAKE);
    this.read = dialect.sql(READ);
    this.readLatest = dialect == Dialect.MYSQL && !waiting ? read + "LOCK IN SHARE MODE" : read;
  }

  /** Whether a claim needs the lock on its key; who does not get it is told that one is at it. */
  private boolean locksKeys() {
    return dialect == Dialect.POSTGRESQL && !waiting;
  }

  /** A row that stands under a key after it was tried to put one there; fresh if it is ours. */
  private record Put(@Nullable Row row, boolean fresh) {}

  /**
   * Refuses a database whose setting would let a claim that meets another's end the caller's
   * transaction without an error.
   */
  static void requireThatTransactionsGoOn(Query query) throws SQLException {
    boolean mariaDb = query.dialect() == Dialect.MARIADB || query.dialect() == Dialect.MYSQL;
    Integer on = mariaDb ? query.first(ROLLS_BACK, row -> row.getInt(1)) : null;
    if (on != null && on == 1) {
      throw new IllegalStateException(
          "records in transactions need innodb_rollback_on_timeout = OFF, and this server has ON:"
              + " whoever is told that a key is in progress would lose what the transaction wrote"
              + " before; switch it off, or claim with a lease");
    }
  }

  /** Claims all keys or stops at the first that it does not get; the caller undoes the others. */
  Claim claim(Query query, ClaimRequest request) throws SQLException {
    List<Long> fences = new ArrayList<>();
    for (IdempotencyKey key : request.keys()) {
      Claim claim = claimOne(query, key, request);
      if (!(claim instanceof Claim.Acquired acquired)) {
        return claim;
      }
      fences.add(acquired.ticket().fence());
    }
    long fence = Collections.max(fences);
    if (Collections.min(fences) < fence) {
      raiseFence(query, request, fence);
    }
    return new Claim.Acquired(new Ticket(request.keys(), request.owner(), fence));
  }

  private Claim claimOne(Query query, IdempotencyKey key, ClaimRequest request)
      throws SQLException {
    byte[] hash = key.sha256();
    for (int i = 0; i < TRIES_MAX; i++) {
      Claim claim;
      try {
        claim = tryOnce(query, key, hash, request);
      } catch (SQLException e) {
        if (waiting || Fault.of(e) != Fault.LOCKED) {
          throw e;
        }
        claim = whileLocked(query, hash, request);
      }
      if (claim != null) {
        return claim;
      }
    }
    throw new SQLTransactionRollbackException(
        "a record stands under the key, and this transaction does not see it", "40001");
  }

  /** One try; null if what stood there went away or came while it was looked at. */
  private @Nullable Claim tryOnce(
      Query query, IdempotencyKey key, byte[] hash, ClaimRequest request) throws SQLException {
    Put put = put(query, key, hash, request);
    Row row = put.row();
    if (row == null) {
      return dialect == Dialect.POSTGRESQL && !waiting ? new Claim.InProgress(Duration.ZERO) : null;
    }
    if (put.fresh()) {
      return acquired(key, request, row);
    }
    Claim refusal = row.refusal(request);
    if (refusal != null) {
      return refusal;
    }
    take(query, hash, request);
    Row taken = query.first(read, Row::read, hash);
    if (taken == null) {
      return null;
    }
    if (taken.claimedBy(request.owner())) {
      return acquired(key, request, taken);
    }
    Claim changed = taken.refusal(request);
    return changed == null && locksKeys() ? BUSY : changed;
  }

  private static Claim acquired(IdempotencyKey key, ClaimRequest request, Row row) {
    return new Claim.Acquired(new Ticket(List.of(key), request.owner(), row.fence()));
  }

  private Claim whileLocked(Query query, byte[] hash, ClaimRequest request) throws SQLException {
    Row row = query.first(read, Row::read, hash);
    Claim refusal = row == null ? null : row.refusal(request);
    return refusal == null ? BUSY : refusal;
  }

  private Put put(Query query, IdempotencyKey key, byte[] hash, ClaimRequest request)
      throws SQLException {
    @Nullable Object[] values = putValues(key, hash, request);
    switch (dialect) {
      case POSTGRESQL -> {
        Row mine = query.first(put, Row::read, values);
        return mine != null
            ? new Put(mine, true)
            : new Put(query.first(read, Row::read, hash), false);
      }
      case MARIADB -> {
        Row row = limited(query).first(put, Row::read, values);
        return new Put(row, row != null && row.claimedBy(request.owner()) && row.claimedNow());
      }
      default -> {
        return NoWait.around(
            query,
            waiting,
            () -> {
              boolean fresh = inserted(query, values);
              return new Put(query.first(readLatest, Row::read, hash), fresh);
            });
      }
    }
  }

  private @Nullable Object[] putValues(IdempotencyKey key, byte[] hash, ClaimRequest request) {
    List<Object> values = new ArrayList<>();
    values.add(hash);
    values.add(Storable.text(key.scope(), IdempotencyKey.READABLE_LENGTH_MAX));
    values.add(Storable.text(key.readable(), IdempotencyKey.READABLE_LENGTH_MAX));
    values.add(request.owner());
    values.add(fingerprint(request));
    values.add(Row.letter(request.takeover()));
    values.add(Storable.micros(request.lease()));
    if (locksKeys()) {
      values.add(lockOf(hash));
    }
    return values.toArray();
  }

  private boolean inserted(Query query, @Nullable Object... values) throws SQLException {
    try {
      return query.update(put, values) == 1;
    } catch (SQLException e) {
      if (dialect == Dialect.H2 && Fault.of(e) == Fault.DUPLICATE) {
        return false;
      }
      throw e;
    }
  }

  private void take(Query query, byte[] hash, ClaimRequest request) throws SQLException {
    String fingerprint = fingerprint(request);
    int resolving = request.resolving() ? 1 : 0;
    List<Object> values = new ArrayList<>();
    values.addAll(List.of(request.owner(), request.owner(), fingerprint));
    values.addAll(List.of(Row.letter(request.takeover()), Storable.micros(request.lease()), hash));
    values.addAll(List.of(fingerprint, fingerprint.isEmpty() ? "" : fingerprint.substring(0, 64)));
    values.addAll(List.of(resolving, request.owner(), resolving));
    if (locksKeys()) {
      values.add(lockOf(hash));
    }
    NoWait.around(query, waiting, () -> limited(query).update(take, values.toArray()));
  }

  /** MariaDB's statements that do not wait bring their own limit, and can have no other. */
  private Query limited(Query query) {
    return dialect == Dialect.MARIADB && !waiting ? query.unlimited() : query;
  }

  private static void raiseFence(Query query, ClaimRequest request, long fence)
      throws SQLException {
    List<Object> values = new ArrayList<>(List.of(fence, request.owner()));
    request.keys().forEach(key -> values.add(key.sha256()));
    query.update(RAISE_FENCE.formatted(Storable.marks(request.keys().size())), values.toArray());
  }

  private static String fingerprint(ClaimRequest request) {
    return request.fingerprint() == null ? "" : request.fingerprint().encoded();
  }

  private static long lockOf(byte[] hash) {
    return ByteBuffer.wrap(hash).getLong();
  }
}
