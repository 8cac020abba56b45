package io.paidonce.transaction;

import io.paidonce.spring.TransactionRule;
import java.lang.reflect.Method;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;

/** A record needs a transaction that writes: neither none nor a read-only one. */
final class RecordTransactionRule implements TransactionRule {

  private final AnnotationTransactionAttributeSource attributes =
      new AnnotationTransactionAttributeSource(false);

  @Override
  public void check(Method method, Class<?> targetClass) {
    TransactionAttribute attribute = attributes.getTransactionAttribute(method, targetClass);
    if (attribute == null) {
      return;
    }
    int propagation = attribute.getPropagationBehavior();
    if (propagation == TransactionDefinition.PROPAGATION_NEVER
        || propagation == TransactionDefinition.PROPAGATION_NOT_SUPPORTED
        || attribute.isReadOnly()) {
      throw new IllegalStateException(
          "@Idempotent of "
              + method
              + " has its record in the transaction, and that is read-only or refused; use mode ="
              + " LEASE, or a transaction that writes");
    }
  }
}
