package io.paidonce.transaction;

import io.paidonce.Transactions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The transaction of this thread, or a new one of the application's transaction manager. */
final class SpringTransactions implements Transactions {

  private static final TransactionDefinition REQUIRED = new DefaultTransactionDefinition();

  private final Supplier<PlatformTransactionManager> manager;

  SpringTransactions(Supplier<PlatformTransactionManager> manager) {
    this.manager = manager;
  }

  @Override
  public boolean active() {
    return TransactionSynchronizationManager.isActualTransactionActive();
  }

  /** A transaction that is active belongs to somebody else, who ends it: it is not marked here. */
  @Override
  public <T extends @Nullable Object, X extends Throwable> T call(Inside<T, X> inside) throws X {
    if (active()) {
      return inside.run();
    }
    PlatformTransactionManager transactions = manager.get();
    TransactionStatus status = transactions.getTransaction(REQUIRED);
    T result;
    try {
      result = inside.run();
    } catch (Throwable failure) {
      try {
        transactions.rollback(status);
      } catch (RuntimeException e) {
        failure.addSuppressed(e);
      }
      throw failure;
    }
    transactions.commit(status);
    return result;
  }
}
