package io.paidonce.spring;

import io.paidonce.AfterFailure;
import io.paidonce.Answer;
import io.paidonce.FormTokenCheck;
import io.paidonce.FormTokenRefusedException;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The form token in front of a method: consumed before its claims and its transaction begin, and
 * given back if the work did not run or has failed.
 */
@SuppressWarnings("NullAway") // a method may return null, and a type argument cannot say so
record TokenGate(FormTokenCheck check) {

  private static final Logger LOG = LoggerFactory.getLogger(TokenGate.class);

  /** The method with what is in front of it. */
  @FunctionalInterface
  interface Call {
    Answer<@Nullable Object> call() throws Throwable;
  }

  /**
   * Calls with the token of this request.
   *
   * @throws FormTokenRefusedException if there is none, or it is not good
   */
  Answer<@Nullable Object> pass(IdempotentMethod method, Call call) throws Throwable {
    FormTokenCheck.Outcome outcome = check.consume();
    return switch (outcome) {
      case MISSING, USED ->
          throw new FormTokenRefusedException(outcome == FormTokenCheck.Outcome.MISSING);
      case HELD -> call.call();
      case ACCEPTED -> accepted(method, call);
    };
  }

  private Answer<@Nullable Object> accepted(IdempotentMethod method, Call call) throws Throwable {
    boolean used = false;
    try {
      Answer<@Nullable Object> answer = call.call();
      used = answer instanceof Answer.Ran;
      return answer;
    } catch (Throwable e) {
      used = method.operation().afterFailure().apply(e) != AfterFailure.RELEASE;
      throw e;
    } finally {
      if (!used) {
        giveBack(method);
      }
    }
  }

  /** A token that cannot be given back stays used: who submitted it asks for a new one. */
  private void giveBack(IdempotentMethod method) {
    try {
      boolean given = check.giveBack();
      LOG.debug("token of {} given back: {}", method.operation().scope(), given);
    } catch (StoreUnavailableException e) {
      LOG.warn(
          IdempotencyTemplate.MARKER,
          "[idempotent] event=token.not_given_back scope={} because {}",
          method.operation().scope(),
          e.toString());
    }
  }
}
