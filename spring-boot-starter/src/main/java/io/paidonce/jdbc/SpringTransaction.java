package io.paidonce.jdbc;

import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Whether Spring holds a transaction of a data source open on the calling thread. */
final class SpringTransaction {

  private SpringTransaction() {}

  static boolean active(DataSource source) {
    return TransactionSynchronizationManager.isActualTransactionActive()
        && TransactionSynchronizationManager.getResource(source) instanceof ConnectionHolder holder
        && holder.isSynchronizedWithTransaction();
  }

  /** The data source whose connections transactions hold, behind a proxy that hands them out. */
  static DataSource target(DataSource source) {
    if (source instanceof TransactionAwareDataSourceProxy proxy
        && proxy.getTargetDataSource() != null) {
      return target(proxy.getTargetDataSource());
    }
    return source;
  }
}
