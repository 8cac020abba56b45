package io.paidonce.jdbc;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.RecordView;
import io.paidonce.Ticket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionTemplate;

/** Records of which each step has a transaction to itself, so that the contract can ask them. */
record InTransactions(IdempotencyStore store, TransactionTemplate transactions)
    implements IdempotencyStore {

  private <T> T in(Supplier<T> step) {
    return Objects.requireNonNull(transactions.execute(status -> step.get()));
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public Set<Mode> modes() {
    return store.modes();
  }

  @Override
  public Claim claim(ClaimRequest request) {
    return in(() -> store.claim(request));
  }

  @Override
  public boolean renew(Ticket ticket, Duration lease) {
    return in(() -> store.renew(ticket, lease));
  }

  @Override
  public boolean complete(Ticket ticket, Completion completion) {
    return in(() -> store.complete(ticket, completion));
  }

  @Override
  public boolean release(Ticket ticket) {
    return in(() -> store.release(ticket));
  }

  @Override
  public boolean doubt(Ticket ticket, String note) {
    return in(() -> store.doubt(ticket, note));
  }

  @Override
  public Optional<RecordView> find(IdempotencyKey key) {
    return store.find(key);
  }

  @Override
  public Freed free(IdempotencyKey key, boolean force) {
    return store.free(key, force);
  }

  @Override
  public int purge(int recordsMax) {
    return store.purge(recordsMax);
  }
}
