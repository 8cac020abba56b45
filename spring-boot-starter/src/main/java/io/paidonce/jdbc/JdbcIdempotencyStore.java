package io.paidonce.jdbc;

import io.paidonce.Claim;
import io.paidonce.ClaimContendedException;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.RecordView;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Ticket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Records in a table of H2, PostgreSQL or MariaDB; MySQL is spoken to as MariaDB's elder brother.
 *
 * <p>{@link #leasing} commits each step by itself. {@link #atomic} writes in the transaction that
 * the thread is in: the record is there exactly if the effect is. Neither waits for a transaction
 * that has claimed the same key and is not committed: that is "in progress". Thread-safe.
 */
public final class JdbcIdempotencyStore implements IdempotencyStore {

  private static final int TRIES_MAX = 8;
  private static final Duration PAUSE = Duration.ofMillis(2);

  private final String name;
  private final Mode mode;
  private final Connections connections;
  private final RecordSql sql;

  private JdbcIdempotencyStore(String name, Mode mode, Connections connections, RecordSql sql) {
    this.name = name;
    this.mode = mode;
    this.connections = connections;
    this.sql = sql;
  }

  /**
   * Claims that are committed before the work.
   *
   * @param timeout for each statement; a connection that is silent for one second longer is given
   *     up
   */
  public static JdbcIdempotencyStore leasing(DataSource database, Duration timeout) {
    return new JdbcIdempotencyStore(
        "jdbc",
        Mode.LEASE,
        Connections.own(database, timeout),
        new RecordSql(Dialect.of(database), timeout));
  }

  /** Records that commit with the transaction of the effect. */
  public static JdbcIdempotencyStore atomic(DataSource database, Duration timeout) {
    return new JdbcIdempotencyStore(
        "jdbc-record",
        Mode.ATOMIC,
        Connections.joined(database),
        new RecordSql(Dialect.of(database), timeout));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<Mode> modes() {
    return Set.of(mode);
  }

  @Override
  public Claim claim(ClaimRequest request) {
    Objects.requireNonNull(request, "request");
    Claim busy = new Claim.InProgress(Duration.ZERO);
    return run(
        "claim", request.keys().size() > 1, busy, connection -> claimAll(connection, request));
  }

  /** A refusal of a later key undoes the claims of the earlier ones. */
  private Claim claimAll(Connection connection, ClaimRequest request) throws SQLException {
    boolean several = request.keys().size() > 1;
    Savepoint before = several ? connection.setSavepoint() : null;
    long fence = 0;
    for (IdempotencyKey key : request.keys()) {
      Claim claim = claimOne(connection, request, key);
      if (!(claim instanceof Claim.Acquired acquired)) {
        if (before != null) {
          connection.rollback(before);
        }
        return claim;
      }
      fence = Math.max(fence, acquired.ticket().fence());
    }
    if (several) {
      sql.alignFences(connection, request.keys(), request.owner(), fence);
    }
    return new Claim.Acquired(new Ticket(request.keys(), request.owner(), fence));
  }

  private Claim claimOne(Connection connection, ClaimRequest request, IdempotencyKey key)
      throws SQLException {
    for (int attempt = 1; attempt <= TRIES_MAX; attempt++) {
      long fence = sql.insert(connection, request, key);
      if (fence > 0) {
        return acquired(request, fence);
      }
      RecordRow row = sql.read(connection, key, connections.joined());
      if (row == null) {
        pause(attempt);
        continue;
      }
      if (row.isClaimOf(request)) {
        return acquired(request, row.fence());
      }
      Claim refusal = row.refusal(request);
      if (refusal != null) {
        return refusal;
      }
      long taken = sql.takeOver(connection, request, key, row);
      if (taken > 0) {
        return acquired(request, taken);
      }
      pause(attempt);
    }
    return new Claim.InProgress(Duration.ZERO);
  }

  private static Claim acquired(ClaimRequest request, long fence) {
    return new Claim.Acquired(new Ticket(request.keys(), request.owner(), fence));
  }

  private static void pause(int attempt) {
    if (attempt > 1) {
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  @Override
  public boolean renew(Ticket ticket, Duration lease) {
    return run(
        "renew",
        ticket.keys().size() > 1,
        null,
        connection -> sql.renew(connection, ticket, lease));
  }

  @Override
  public boolean complete(Ticket ticket, Completion completion) {
    if (completion.outcome().length > Completion.OUTCOME_BYTES_MAX) {
      throw new IllegalArgumentException(
          "an outcome of " + completion.outcome().length + " bytes is too large");
    }
    return run(
        "complete",
        ticket.keys().size() > 1,
        null,
        connection -> sql.complete(connection, ticket, completion));
  }

  @Override
  public boolean release(Ticket ticket) {
    return run(
        "release", ticket.keys().size() > 1, null, connection -> sql.release(connection, ticket));
  }

  @Override
  public boolean doubt(Ticket ticket, String note) {
    return run(
        "doubt",
        ticket.keys().size() > 1,
        null,
        connection -> sql.doubt(connection, ticket, RecordView.note(note)));
  }

  @Override
  public Optional<RecordView> find(IdempotencyKey key) {
    return run(
        "find",
        false,
        null,
        connection -> {
          RecordRow row = sql.read(connection, key, false);
          return Optional.ofNullable(row).map(RecordRow::view);
        });
  }

  @Override
  public Freed free(IdempotencyKey key, boolean force) {
    return run("free", false, null, connection -> sql.free(connection, key, force));
  }

  @Override
  public int purge(int recordsMax) {
    return run("purge", false, null, connection -> sql.purge(connection, recordsMax));
  }

  /**
   * Refuses a transaction of a late owner: locks the record, so that nobody takes over before this
   * transaction ends, and looks whose it is. To be called in the transaction of the effect, with
   * the leasing store's ticket and this atomic store.
   *
   * @return false if the ticket's claim has passed to another, or ended
   */
  public boolean lockOwned(Ticket ticket) {
    if (mode != Mode.ATOMIC) {
      throw new IllegalStateException("a record is locked in the transaction of its effect");
    }
    return run("lock", false, null, connection -> sql.lockOwned(connection, ticket));
  }

  /** What was done for some keys of a ticket only is undone, and counts as refused. */
  private <T> T run(
      String step, boolean together, @Nullable T whenBusy, Connections.Step<T> action) {
    for (int attempt = 1; ; attempt++) {
      try {
        return connections.run(together, action);
      } catch (SQLException e) {
        SqlFailures failure = SqlFailures.of(e);
        boolean again =
            !connections.joined()
                && (failure == SqlFailures.BUSY || failure == SqlFailures.CONTENDED);
        if (again && attempt < TRIES_MAX) {
          pause(attempt + 1);
          continue;
        }
        if (whenBusy != null && (again || failure == SqlFailures.BUSY)) {
          return whenBusy;
        }
        throw translated(step, e, failure);
      }
    }
  }

  private RuntimeException translated(String step, SQLException e, SqlFailures failure) {
    if (failure == SqlFailures.WRONG) {
      return new IllegalStateException(
          "the table "
              + RecordSql.TABLE
              + " is missing or is not as it should be; let"
              + " paidonce.idempotency.jdbc.initialize-schema=always create it, or run"
              + " io/paidonce/jdbc/"
              + sql.schema(),
          e);
    }
    return connections.joined() && failure == SqlFailures.CONTENDED
        ? new ClaimContendedException(name, e)
        : new StoreUnavailableException(name, step, e);
  }
}
