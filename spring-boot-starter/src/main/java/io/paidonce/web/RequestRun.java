package io.paidonce.web;

import io.paidonce.Execution;
import io.paidonce.Work;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The run of a handler under a claim, and what came of it: an answer to be kept, one that frees the
 * key, or one that broke after the handler was done.
 *
 * <p>The last is kept as done, without an answer: what the handler did would be done again if its
 * key were free.
 */
final class RequestRun implements Work<String, Exception> {

  /** Ends the claim of an answer that is not kept, and rolls back its transaction. */
  static final class NotKept extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient HttpAnswer answer;

    NotKept(HttpAnswer answer) {
      super("answered with " + answer.status(), null, false, false);
      this.answer = answer;
    }

    HttpAnswer answer() {
      return answer;
    }
  }

  private final boolean keepsRefusals;
  private final int bytesMax;
  private final Supplier<HttpServletRequest> request;
  private final HttpServletResponse response;
  private final FilterChain chain;
  private boolean started;
  private @Nullable HttpAnswer answer;
  private @Nullable Throwable broken;

  /**
   * A run.
   *
   * @param keepsRefusals whether answers of 400 to 499 are kept
   * @param bytesMax of an answer that is kept
   * @param request for each attempt a new one, whose body is read from its beginning
   */
  RequestRun(
      boolean keepsRefusals,
      int bytesMax,
      Supplier<HttpServletRequest> request,
      HttpServletResponse response,
      FilterChain chain) {
    this.keepsRefusals = keepsRefusals;
    this.bytesMax = bytesMax;
    this.request = request;
    this.response = response;
    this.chain = chain;
  }

  @Override
  public String run(Execution execution) throws Exception {
    HttpServletRequest held = request.get();
    HeldResponse holder = new HeldResponse(response);
    started = true;
    answer = null;
    broken = null;
    ReturnedMark.clear(held);
    try {
      chain.doFilter(held, holder);
    } catch (Exception | Error e) {
      if (!ReturnedMark.isSet(held)) {
        throw e;
      }
      broken = e;
      return AnswerText.LOST;
    }
    HttpAnswer given = holder.answer();
    answer = given;
    if (given.success()) {
      return AnswerText.of(given, bytesMax);
    }
    if (ReturnedMark.isSet(held)) {
      return AnswerText.LOST;
    }
    if (given.refusal() && keepsRefusals) {
      return AnswerText.of(given, bytesMax);
    }
    throw new NotKept(given);
  }

  /** Whether the handler was reached. */
  boolean started() {
    return started;
  }

  /** What the handler answered, or failed to. */
  HttpAnswer result() {
    return Objects.requireNonNull(answer, "the handler was not reached");
  }

  /** What the handler answered if it refused the request: it stands also if it is not kept. */
  @Nullable HttpAnswer refusal() {
    return answer != null && answer.refusal() ? answer : null;
  }

  /** Throws what broke the answer after the handler was done. */
  void rethrow() throws IOException, ServletException {
    if (broken instanceof Error error) {
      throw error;
    }
    if (broken instanceof RuntimeException failure) {
      throw failure;
    }
    if (broken instanceof IOException failure) {
      throw failure;
    }
    if (broken != null) {
      throw broken instanceof ServletException failure ? failure : new ServletException(broken);
    }
  }
}
