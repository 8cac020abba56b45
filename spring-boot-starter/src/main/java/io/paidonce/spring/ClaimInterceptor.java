package io.paidonce.spring;

import io.paidonce.Answer;
import io.paidonce.ClaimContendedException;
import io.paidonce.DuplicateRequestException;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Transactions;
import java.util.Objects;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;

/**
 * The advice outside the transaction: claims before it begins, and ends them after it has ended.
 *
 * <p>In front of them a form token is consumed, where the method asks for one. It also gives
 * duplicates their answers, and tries again when the transaction lost a race at its record, before
 * anything had run.
 */
@SuppressWarnings("NullAway") // a method may return null, and a type argument cannot say so
final class ClaimInterceptor implements MethodInterceptor {

  private static final int TRIES_MAX = 3;

  private final IdempotentMethods methods;
  private final Transactions transactions;

  ClaimInterceptor(IdempotentMethods methods, Transactions transactions) {
    this.methods = methods;
    this.transactions = transactions;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    Object target = Objects.requireNonNull(invocation.getThis());
    IdempotentMethod method = methods.get(invocation.getMethod(), AopUtils.getTargetClass(target));
    if (method == null) {
      return invocation.proceed();
    }
    Passage passage = Passage.begin(invocation, method.identity(target, invocation.getArguments()));
    TokenGate token = method.token();
    Answer<@Nullable Object> answer =
        token == null
            ? call(method, passage, invocation)
            : pass(token, method, passage, invocation);
    return Replies.of(answer, method, passage.identity().key().readable());
  }

  private Answer<@Nullable Object> pass(
      TokenGate token, IdempotentMethod method, Passage passage, MethodInvocation invocation)
      throws Throwable {
    if (transactions.active()) {
      throw new IllegalStateException(
          Methods.name(method.method())
              + " is called inside a transaction that began outside of it: its form token would be"
              + " consumed even if that transaction is rolled back. Call it outside");
    }
    return token.pass(method, () -> call(method, passage, invocation));
  }

  private Answer<@Nullable Object> call(
      IdempotentMethod method, Passage passage, MethodInvocation invocation) throws Throwable {
    IdempotencyTemplate claims = method.claims();
    boolean inside = transactions.active();
    if (claims == null || (inside && method.record() != null)) {
      return proceed(passage, invocation, inside);
    }
    if (inside) {
      throw new IllegalStateException(
          Methods.name(method.method())
              + " is called inside a transaction that began outside of it: its claim would end"
              + " before that transaction commits. Add strategy UNIQUE, or call it outside");
    }
    return claims.call(
        method.operation(),
        passage.identity().key(),
        passage.identity().content(),
        execution -> value(proceed(passage, invocation, false)));
  }

  /** A refusal is thrown, for the claim to end as it says. */
  private static @Nullable Object value(Answer<@Nullable Object> answer) {
    return answer.orThrow();
  }

  private static Answer<@Nullable Object> proceed(
      Passage passage, MethodInvocation invocation, boolean inside) throws Throwable {
    for (int attempt = 1; ; attempt++) {
      passage.again();
      try {
        Object value = ((ProxyMethodInvocation) invocation).invocableClone().proceed();
        Answer<@Nullable Object> answered = passage.inside();
        return answered == null ? new Answer.Ran<>(value) : answered;
      } catch (ClaimContendedException e) {
        if (inside || attempt == TRIES_MAX) {
          DuplicateRequestException busy =
              new DuplicateRequestException(
                  Reason.IN_PROGRESS, passage.identity().key().readable(), "contended");
          busy.initCause(e);
          throw busy;
        }
      }
    }
  }
}
