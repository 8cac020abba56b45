package io.paidonce.transaction;

import io.paidonce.Execution;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Lets no transaction commit under a claim that was lost: it is rolled back, and the caller gets an
 * {@link io.paidonce.OwnershipLostException}.
 *
 * <p>Listens at every transaction manager, so it holds for transactions deep inside the work too.
 */
final class CommitVeto implements TransactionExecutionListener, BeanPostProcessor {

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof ConfigurableTransactionManager manager
        && !manager.getTransactionExecutionListeners().contains(this)) {
      manager.addListener(this);
    }
    return bean;
  }

  @Override
  public void beforeCommit(TransactionExecution transaction) {
    Execution.checkpointAll();
  }
}
