package io.paidonce.jdbc;

import io.paidonce.ClaimContendedException;
import io.paidonce.Execution;
import io.paidonce.IdempotencyKey;
import io.paidonce.OwnershipLostException;
import io.paidonce.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import javax.sql.DataSource;

/**
 * Keeps late owners of a lease in the same database out of their own transactions.
 *
 * <p>{@link #requireOwned} in the transaction of the effect, as the last thing before its commit,
 * locks the claim's record until the transaction ends: nobody takes over in between, so the effect
 * is committed by the owner or not at all. Earlier in the transaction it holds off the renewal of
 * the lease as well. A claim whose lease ran out counts as owned until another takes over.
 */
public final class JdbcFence {

  private static final String LOCK =
      """
      SELECT owner, fence, state
        FROM paidonce_idempotency
       WHERE key_hash = ?
         FOR UPDATE
      """;

  private final Access access;

  /** For claims of {@link JdbcIdempotencyStore#leasing} in this database. */
  public JdbcFence(DataSource source) {
    this(source, JdbcIdempotencyStore.QUERY_TIMEOUT);
  }

  /** The same with another query timeout. */
  public JdbcFence(DataSource source, Duration queryTimeout) {
    DataSource target = SpringTransaction.target(source);
    this.access = new SpringConnections(target, "jdbc", new Limits(queryTimeout));
  }

  private record Held(String owner, long fence, boolean inProgress) {}

  /**
   * Returns if the claim of this run is still its own.
   *
   * @throws OwnershipLostException if another has taken it over, or it was freed or ended
   * @throws IllegalStateException if no transaction is active
   * @throws ClaimContendedException if the database ended the transaction in favour of another
   */
  public void requireOwned(Execution execution) {
    long fence = execution.fence();
    require(List.of(execution.key()), fence, held -> held.fence() == fence);
  }

  /** The same for every key of a ticket. */
  public void requireOwned(Ticket ticket) {
    require(
        ticket.keys(),
        ticket.fence(),
        held -> held.fence() == ticket.fence() && held.owner().equals(ticket.owner()));
  }

  private void require(List<IdempotencyKey> keys, long fence, Predicate<Held> ours) {
    for (IdempotencyKey key : keys) {
      boolean owned =
          access.step(
              "fence",
              false,
              it -> true,
              query -> {
                Held held =
                    query.first(
                        LOCK,
                        row ->
                            new Held(
                                row.getString("owner"),
                                row.getLong("fence"),
                                row.getString("state").equals("P")),
                        (Object) key.sha256());
                return held != null && held.inProgress() && ours.test(held);
              });
      if (!owned) {
        throw new OwnershipLostException(key.readable(), fence);
      }
    }
  }
}
