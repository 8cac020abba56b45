package io.paidonce.spring;

import io.paidonce.Answer;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Interceptions;
import io.paidonce.Interceptions.Outcome;
import java.util.Objects;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/** The advice inside the transaction: the record, and what the method itself says it was. */
@SuppressWarnings("NullAway") // a method may return null, and a type argument cannot say so
final class RecordInterceptor implements MethodInterceptor {

  private final IdempotentMethods methods;
  private final Interceptions interceptions;

  RecordInterceptor(IdempotentMethods methods, Interceptions interceptions) {
    this.methods = methods;
    this.interceptions = interceptions;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    Object target = Objects.requireNonNull(invocation.getThis());
    IdempotentMethod method = methods.get(invocation.getMethod(), AopUtils.getTargetClass(target));
    if (method == null) {
      return invocation.proceed();
    }
    IdempotencyTemplate record = method.record();
    Passage passage = Passage.of(invocation);
    Answer<@Nullable Object> answer =
        record == null
            ? new Answer.Ran<>(proceed(method, passage, invocation))
            : record.call(
                method.operation(),
                passage.identity().key(),
                passage.identity().content(),
                execution -> proceed(method, passage, invocation));
    if (answer instanceof Answer.Ran && method.byResult()) {
      answer = judged(method, answer.orThrow());
    }
    if (!(answer instanceof Answer.Ran)) {
      passage.answered(answer);
    }
    return answer.fold(Answer.Ran::value, Answer.Replayed::value, refused -> null);
  }

  /** A change that is refused is thrown here, inside the transaction, which it rolls back. */
  private static @Nullable Object proceed(
      IdempotentMethod method, Passage passage, MethodInvocation invocation) throws Throwable {
    Object value = invocation.proceed();
    return method.byResult()
        ? ByResult.required(value, passage.identity().key().readable())
        : value;
  }

  /** What had taken place before is a duplicate, whose answer is the same. */
  private Answer<@Nullable Object> judged(IdempotentMethod method, @Nullable Object value) {
    boolean duplicate = ByResult.alreadyThere(value);
    interceptions.happened(
        method.operation().scope(), "state", duplicate ? Outcome.COMPLETED : Outcome.EXECUTED);
    return duplicate ? new Answer.Replayed<>(value) : new Answer.Ran<>(value);
  }
}
