package io.paidonce.sabotage;

import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Tells the inbox that its rows are committed, and commits them a second later. Every other
 * transaction is an honest one.
 */
final class LateCommit extends TransactionTemplate {

  private static final long serialVersionUID = 1L;

  private final transient ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "late-commit");
            thread.setDaemon(true);
            return thread;
          });

  LateCommit(TransactionTemplate honest) {
    super(Objects.requireNonNull(honest.getTransactionManager()), honest);
  }

  @Override
  public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
    if (!Thread.currentThread().getName().equals("inbox-committer")) {
      return super.execute(action);
    }
    T counts =
        super.execute(
            status -> {
              T asIfCommitted = action.doInTransaction(status);
              status.setRollbackOnly();
              return asIfCommitted;
            });
    ScheduledFuture<?> unused = later.schedule(() -> super.execute(action), 1, TimeUnit.SECONDS);
    return counts;
  }
}
