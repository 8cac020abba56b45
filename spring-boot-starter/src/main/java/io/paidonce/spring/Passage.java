package io.paidonce.spring;

import io.paidonce.Answer;
import io.paidonce.spring.IdempotentMethod.Identity;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * What the advice outside and the advice inside the transaction tell each other about one call.
 *
 * <p>A refusal found inside is thrown outside, so that the transaction, which may be the caller's,
 * is not marked for rollback by a mere duplicate.
 */
final class Passage {

  private static final String NAME = Passage.class.getName();

  private final Identity identity;
  private @Nullable Answer<@Nullable Object> inside;

  private Passage(Identity identity) {
    this.identity = identity;
  }

  static Passage begin(MethodInvocation invocation, Identity identity) {
    Passage passage = new Passage(identity);
    ((ProxyMethodInvocation) invocation).setUserAttribute(NAME, passage);
    return passage;
  }

  static Passage of(MethodInvocation invocation) {
    if (((ProxyMethodInvocation) invocation).getUserAttribute(NAME) instanceof Passage passage) {
      return passage;
    }
    throw new IllegalStateException(
        "the record of "
            + Methods.name(invocation.getMethod())
            + " is reached without its claim: some advice calls the target by itself");
  }

  Identity identity() {
    return identity;
  }

  void answered(Answer<@Nullable Object> answer) {
    inside = answer;
  }

  /** What the advice inside has answered instead of the method; null if it did not. */
  @Nullable Answer<@Nullable Object> inside() {
    return inside;
  }

  void again() {
    inside = null;
  }
}
