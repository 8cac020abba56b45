package io.paidonce.spring;

import io.paidonce.Answer;
import io.paidonce.IdempotencyTemplate;
import java.util.Objects;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/** The advice inside the transaction: the record, and what the method itself says it was. */
@SuppressWarnings("NullAway") // a method may return null, and a type argument cannot say so
final class RecordInterceptor implements MethodInterceptor {

  private final IdempotentMethods methods;

  RecordInterceptor(IdempotentMethods methods) {
    this.methods = methods;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    Object target = Objects.requireNonNull(invocation.getThis());
    IdempotentMethod method = methods.get(invocation.getMethod(), AopUtils.getTargetClass(target));
    if (method == null) {
      return invocation.proceed();
    }
    IdempotencyTemplate record = method.record();
    if (record == null) {
      return invocation.proceed();
    }
    Passage passage = Passage.of(invocation);
    Answer<@Nullable Object> answer =
        record.call(
            method.operation(),
            passage.identity().key(),
            passage.identity().content(),
            execution -> invocation.proceed());
    if (!(answer instanceof Answer.Ran)) {
      passage.answered(answer);
    }
    return answer.fold(Answer.Ran::value, Answer.Replayed::value, refused -> null);
  }
}
