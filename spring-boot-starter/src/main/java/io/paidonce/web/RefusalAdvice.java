package io.paidonce.web;

import io.paidonce.DuplicateRequestException;
import io.paidonce.FormTokenRefusedException;
import io.paidonce.OwnershipLostException;
import io.paidonce.StoreUnavailableException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers for methods with {@link io.paidonce.Idempotent} that were refused inside a handler, with
 * the same problems. An advice of the application's own comes first.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
final class RefusalAdvice {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalAdvice.class);

  @ExceptionHandler
  void duplicate(DuplicateRequestException e, HttpServletResponse response) throws IOException {
    WebProblem.of(e.reason()).write(response);
  }

  @ExceptionHandler
  void token(FormTokenRefusedException e, HttpServletResponse response) throws IOException {
    (e.missing() ? WebProblem.FORM_TOKEN_MISSING : WebProblem.FORM_TOKEN_USED).write(response);
  }

  @ExceptionHandler
  void lost(OwnershipLostException e, HttpServletResponse response) throws IOException {
    LOG.warn("event=ownership.lost because {}", e.toString());
    WebProblem.IDEMPOTENCY_KEY_IN_FLIGHT.write(response);
  }

  @ExceptionHandler
  void unavailable(StoreUnavailableException e, HttpServletResponse response) throws IOException {
    LOG.warn("event=store.unavailable because {}", e.toString());
    WebProblem.IDEMPOTENCY_UNAVAILABLE.write(response);
  }
}
