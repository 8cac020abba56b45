package io.paidonce.jdbc;

import io.paidonce.Claim;
import io.paidonce.ClaimContendedException;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.RecordView;
import io.paidonce.Ticket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Claims and records in table {@code paidonce_idempotency} of a relational database: H2,
 * PostgreSQL, MariaDB and MySQL.
 *
 * <p>The two kinds share the table. {@link #leasing} commits each step by itself; {@link #atomic}
 * writes in the caller's transaction. Leases, retention and fences go by the database's clock. A
 * key is compared by its digest only.
 *
 * <p>A key that another transaction has claimed and not yet committed is answered as in progress
 * without waiting, so claims never wait for each other. Nothing waits longer than the query timeout
 * for a statement, nor much longer for a server that is silent; how long one waits for a connection
 * is for the pool to limit. Thread-safe.
 */
public final class JdbcIdempotencyStore implements IdempotencyStore {

  /** How long a statement may take unless told otherwise. */
  public static final Duration QUERY_TIMEOUT = Duration.ofSeconds(2);

  private static final int PURGE_AT_ONCE_MAX = 500;

  private final String name;
  private final Mode mode;
  private final Access access;
  private final Map<Dialect, ClaimSql> claims = new EnumMap<>(Dialect.class);
  private final Map<Dialect, RecordSql> records = new EnumMap<>(Dialect.class);
  private volatile boolean checked;

  private JdbcIdempotencyStore(
      String name, Mode mode, Duration queryTimeout, Function<Limits, Access> access) {
    Limits limits = new Limits(queryTimeout);
    this.name = name;
    this.mode = mode;
    this.access = access.apply(limits);
    for (Dialect dialect : Dialect.values()) {
      boolean waits = dialect == Dialect.MYSQL && mode == Mode.LEASE;
      claims.put(dialect, new ClaimSql(dialect, waits, limits.seconds()));
      records.put(dialect, new RecordSql(dialect));
    }
  }

  /** {@link #leasing(DataSource, Duration)} with {@link #QUERY_TIMEOUT}. */
  public static JdbcIdempotencyStore leasing(DataSource source) {
    return leasing(source, QUERY_TIMEOUT);
  }

  /**
   * The store {@code jdbc}: each step takes a connection and is a short transaction of its own.
   *
   * <p>Deadlocks and serialization failures are tried again inside. Where a Spring transaction of
   * this data source is active, each step throws {@link IllegalStateException} before it takes a
   * second connection.
   */
  public static JdbcIdempotencyStore leasing(DataSource source, Duration queryTimeout) {
    DataSource target = SpringTransaction.target(source);
    return new JdbcIdempotencyStore(
        "jdbc", Mode.LEASE, queryTimeout, limits -> new OwnConnections(target, "jdbc", limits));
  }

  /** {@link #atomic(DataSource, Duration)} with {@link #QUERY_TIMEOUT}. */
  public static JdbcIdempotencyStore atomic(DataSource source) {
    return atomic(source, QUERY_TIMEOUT);
  }

  /**
   * The store {@code jdbc-record}: each step takes part in the Spring transaction of this data
   * source that is active on the thread, and throws {@link IllegalStateException} if there is none.
   * {@link #find}, {@link #free} and {@link #purge} do without one.
   *
   * <p>A claim that is refused leaves the caller's transaction as it was, free to commit; on MySQL
   * one waits up to a second for a record that is not committed. If the database ends the caller's
   * transaction in favour of another, {@link ClaimContendedException} is thrown.
   */
  public static JdbcIdempotencyStore atomic(DataSource source, Duration queryTimeout) {
    DataSource target = SpringTransaction.target(source);
    return new JdbcIdempotencyStore(
        "jdbc-record",
        Mode.ATOMIC,
        queryTimeout,
        limits -> new SpringConnections(target, "jdbc-record", limits));
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
    return access.step(
        "claim",
        request.keys().size() > 1,
        claim -> claim instanceof Claim.Acquired,
        query -> {
          checkOnce(query);
          return claimsIn(query).claim(query, request);
        });
  }

  private void checkOnce(Query query) throws SQLException {
    if (mode == Mode.ATOMIC && !checked) {
      ClaimSql.requireThatTransactionsGoOn(query);
      checked = true;
    }
  }

  @Override
  public boolean renew(Ticket ticket, Duration lease) {
    return step("renew", ticket, query -> recordsIn(query).renew(query, ticket, lease));
  }

  @Override
  public boolean complete(Ticket ticket, Completion completion) {
    int length = completion.outcome().length;
    if (length > Completion.OUTCOME_BYTES_MAX) {
      throw new IllegalArgumentException("an outcome of " + length + " bytes is too large");
    }
    return step("complete", ticket, query -> recordsIn(query).complete(query, ticket, completion));
  }

  @Override
  public boolean release(Ticket ticket) {
    return step("release", ticket, query -> recordsIn(query).release(query, ticket));
  }

  @Override
  public boolean doubt(Ticket ticket, String note) {
    return step("doubt", ticket, query -> recordsIn(query).doubt(query, ticket, note));
  }

  @Override
  public Optional<RecordView> find(IdempotencyKey key) {
    return access.aside("find", query -> Optional.ofNullable(recordsIn(query).find(query, key)));
  }

  @Override
  public Freed free(IdempotencyKey key, boolean force) {
    return access.aside("free", query -> recordsIn(query).free(query, key, force));
  }

  @Override
  public int purge(int recordsMax) {
    int changed = 0;
    while (changed < recordsMax) {
      int atOnce = Math.min(PURGE_AT_ONCE_MAX, recordsMax - changed);
      RecordSql.Purged purged =
          access.aside("purge", query -> recordsIn(query).purge(query, atOnce));
      changed += purged.changed();
      if (purged.found() < atOnce || purged.changed() == 0) {
        return changed;
      }
    }
    return changed;
  }

  private boolean step(String step, Ticket ticket, Access.Work<Boolean> work) {
    return access.step(step, ticket.keys().size() > 1, kept -> kept, work);
  }

  private ClaimSql claimsIn(Query query) {
    return Objects.requireNonNull(claims.get(query.dialect()));
  }

  private RecordSql recordsIn(Query query) {
    return Objects.requireNonNull(records.get(query.dialect()));
  }
}
