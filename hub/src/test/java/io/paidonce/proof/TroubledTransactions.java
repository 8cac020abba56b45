package io.paidonce.proof;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/** Real transactions with something that happens right before and right after each commit. */
final class TroubledTransactions implements PlatformTransactionManager {

  private final PlatformTransactionManager real;
  private volatile Runnable before = () -> {};
  private volatile Runnable after = () -> {};

  TroubledTransactions(PlatformTransactionManager real) {
    this.real = real;
  }

  /** What happens while everything is written and nothing is committed; throwing rolls back. */
  void beforeCommit(Runnable trouble) {
    before = trouble;
  }

  /** What happens once everything is committed; throwing hides that it is. */
  void afterCommit(Runnable trouble) {
    after = trouble;
  }

  /** No more trouble. */
  void calm() {
    before = () -> {};
    after = () -> {};
  }

  @Override
  public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
    return real.getTransaction(definition);
  }

  @Override
  public void commit(TransactionStatus status) {
    try {
      before.run();
    } catch (RuntimeException e) {
      real.rollback(status);
      throw e;
    }
    real.commit(status);
    after.run();
  }

  @Override
  public void rollback(TransactionStatus status) {
    real.rollback(status);
  }
}
