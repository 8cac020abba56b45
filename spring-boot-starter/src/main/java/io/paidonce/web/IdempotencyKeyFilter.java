package io.paidonce.web;

import io.paidonce.Answer;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Operation;
import io.paidonce.OwnershipLostException;
import io.paidonce.StoreUnavailableException;
import io.paidonce.web.IdempotentEndpoints.Match;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedRuntimeException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets a request with a key take effect once: claims the key before the handler, gives a repeat the
 * first answer, and sends nothing before the claim has ended.
 *
 * <p>It stands directly in front of the dispatcher, behind every filter that is mapped to paths:
 * who is not let in by them touches no key.
 */
final class IdempotencyKeyFilter extends OncePerRequestFilter {

  private static final Logger LOG = LoggerFactory.getLogger(IdempotencyKeyFilter.class);

  private final IdempotentEndpoints endpoints;
  private final Supplier<IdempotencyTemplate> template;
  private final Supplier<CallerIdentity> callers;
  private final RequestReader reader;
  private final int responseBytesMax;

  IdempotencyKeyFilter(
      IdempotentEndpoints endpoints,
      Supplier<IdempotencyTemplate> template,
      Supplier<CallerIdentity> callers,
      RequestReader reader,
      int responseBytesMax) {
    this.endpoints = endpoints;
    this.template = template;
    this.callers = callers;
    this.reader = reader;
    this.responseBytesMax = responseBytesMax;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Match match = endpoints.find(request);
    if (match == null) {
      chain.doFilter(request, response);
      return;
    }
    WebGuard.passed(request, match.handler());
    KeyHeader header = KeyHeader.of(request);
    if (header instanceof KeyHeader.Given given) {
      keyed(match, given.key(), request, response, chain);
    } else if (header instanceof KeyHeader.Malformed malformed) {
      WebProblem.IDEMPOTENCY_KEY_MALFORMED.write(response, malformed.reason());
    } else if (match.endpoint().annotation().required()) {
      WebProblem.IDEMPOTENCY_KEY_MISSING.write(response);
    } else {
      chain.doFilter(request, response);
    }
  }

  private void keyed(
      Match match,
      String text,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws ServletException, IOException {
    RequestReader.Read read;
    try {
      read = reader.read(request, match.path(), match.endpoint().parts());
    } catch (RequestReader.TooLarge e) {
      WebProblem.IDEMPOTENCY_BODY_TOO_LARGE.write(response, String.valueOf(e.getMessage()));
      return;
    }
    Operation<String> operation = match.endpoint().operation(request.getMethod(), match.pattern());
    Optional<String> caller = callers.get().of(request);
    IdempotencyKey key =
        caller.isPresent() ? operation.key(caller.get(), text) : operation.key(text);
    RequestRun run =
        new RequestRun(
            match.endpoint().annotation().replayFailures(),
            responseBytesMax,
            () -> new HeldRequest(request, read.body()),
            response,
            chain);
    reply(operation, key, read.content(), run).send(response);
  }

  /** What is to be sent, once the claim has ended. */
  @FunctionalInterface
  private interface Reply {
    void send(HttpServletResponse response) throws IOException;
  }

  private Reply reply(
      Operation<String> operation, IdempotencyKey key, Object content, RequestRun run)
      throws ServletException, IOException {
    try {
      Answer<String> answer = template.get().call(operation, key, content, run);
      run.rethrow();
      return answer.fold(
          ran -> run.result()::send,
          replayed -> replay(replayed.value()),
          refused -> refusal(refused.reason(), refused.detail()));
    } catch (RequestRun.NotKept e) {
      return e.answer()::send;
    } catch (OwnershipLostException e) {
      return WebProblem.IDEMPOTENCY_KEY_IN_FLIGHT::write;
    } catch (StoreUnavailableException e) {
      return unavailable(e, key);
    } catch (IOException | ServletException | RuntimeException e) {
      if (e instanceof NestedRuntimeException && !run.started()) {
        return unavailable(e, key); // so speaks a database that gives no transaction
      }
      HttpAnswer refusal = run.refusal();
      if (refusal != null) {
        return refusal::send;
      }
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  private static Reply replay(String kept) {
    return AnswerText.read(kept)
        .<Reply>map(answer -> answer::replay)
        .orElse(WebProblem.IDEMPOTENCY_ANSWER_LOST::write);
  }

  /** Only which members differ is for the client; the rest is for those who run this. */
  private static Reply refusal(Reason reason, String detail) {
    WebProblem problem = WebProblem.of(reason);
    return response -> problem.write(response, reason == Reason.KEY_REUSED ? detail : "");
  }

  private static Reply unavailable(Exception e, IdempotencyKey key) {
    LOG.warn(
        IdempotencyTemplate.MARKER,
        "[idempotent] event=request.unavailable key={} because {}",
        key.readable(),
        e.toString());
    return WebProblem.IDEMPOTENCY_UNAVAILABLE::write;
  }
}
