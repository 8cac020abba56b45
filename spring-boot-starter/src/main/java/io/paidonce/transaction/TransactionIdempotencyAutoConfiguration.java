package io.paidonce.transaction;

import io.paidonce.Transactions;
import io.paidonce.spring.TransactionRule;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.transaction.PlatformTransactionManager;

/** Records in transactions, and the veto against late commits, where there is spring-tx. */
@AutoConfiguration
@ConditionalOnClass(PlatformTransactionManager.class)
public class TransactionIdempotencyAutoConfiguration {

  @Bean
  Transactions springTransactions(ObjectProvider<PlatformTransactionManager> manager) {
    return new SpringTransactions(manager::getObject);
  }

  @Bean
  TransactionRule recordTransactionRule() {
    return new RecordTransactionRule();
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static CommitVeto idempotentCommitVeto() {
    return new CommitVeto();
  }
}
