package io.paidonce.web;

import io.paidonce.FormTokenCheck;
import io.paidonce.FormTokens;
import io.paidonce.IdempotencyTemplate;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * The form token in the header {@code Idempotency-Token} of this thread's request.
 *
 * <p>Its subject is the caller, or for somebody unknown the session, or without one everybody who
 * has the token.
 */
final class FormTokenCarrier implements FormTokenCheck {

  /** The header's name. */
  static final String HEADER = "Idempotency-Token";

  private static final Logger LOG = LoggerFactory.getLogger(FormTokenCarrier.class);
  private static final String HELD = FormTokenCarrier.class.getName();
  private static final int LENGTH_MAX = 200;

  private final Supplier<FormTokens> tokens;
  private final Supplier<CallerIdentity> callers;

  /** A token as it was consumed: the subject may be gone when it is given back. */
  private record Held(String token, String subject) {}

  FormTokenCarrier(Supplier<FormTokens> tokens, Supplier<CallerIdentity> callers) {
    this.tokens = tokens;
    this.callers = callers;
  }

  @Override
  public Outcome consume() {
    HttpServletRequest request = request();
    if (request.getAttribute(HELD) != null) {
      return Outcome.HELD;
    }
    String token = request.getHeader(HEADER);
    if (token == null || token.isBlank()) {
      return Outcome.MISSING;
    }
    if (token.length() > LENGTH_MAX || !token.chars().allMatch(unit -> unit > ' ' && unit <= '~')) {
      return Outcome.USED;
    }
    String subject = subject(request);
    FormTokens.Consumed consumed = tokens.get().consume(token, subject);
    if (consumed == FormTokens.Consumed.CONSUMED) {
      request.setAttribute(HELD, new Held(token, subject));
      return Outcome.ACCEPTED;
    }
    LOG.info(IdempotencyTemplate.MARKER, "[idempotent] event=token.refused because {}", consumed);
    return Outcome.USED;
  }

  @Override
  public boolean giveBack() {
    HttpServletRequest request = request();
    if (!(request.getAttribute(HELD) instanceof Held held)) {
      return false;
    }
    request.removeAttribute(HELD);
    return tokens.get().giveBack(held.token(), held.subject());
  }

  /** Who may use a token that is issued to this request. */
  String subject(HttpServletRequest request) {
    Optional<String> caller = callers.get().of(request);
    if (caller.isPresent()) {
      return "caller:" + caller.get();
    }
    HttpSession session = request.getSession(false);
    return session == null ? "anybody" : "session:" + digest(session.getId());
  }

  /** A session's id lets its reader in, so it is not put into a store. */
  private static String digest(String id) {
    return HexFormat.of().formatHex(Uploads.sha256().digest(id.getBytes(StandardCharsets.UTF_8)));
  }

  private static HttpServletRequest request() {
    @Nullable RequestAttributes current = RequestContextHolder.getRequestAttributes();
    if (current instanceof ServletRequestAttributes attributes) {
      return attributes.getRequest();
    }
    throw new IllegalStateException(
        "a form token comes with an HTTP request, and this thread is in none");
  }
}
