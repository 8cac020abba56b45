package io.paidonce.cases;

import java.lang.reflect.Method;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** After each test on a hub: every asset sums to zero, and every balance to its entries. */
final class LedgerWatch implements InvocationInterceptor {

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> called,
      ExtensionContext context)
      throws Throwable {
    invocation.proceed();
    for (Object argument : called.getArguments()) {
      if (argument instanceof RunningHub hub) {
        Assertions.assertThat(hub.client().ledgerBalances()).as("the ledger balances").isTrue();
      }
    }
  }
}
