package io.paidonce.hub.api;

import io.paidonce.DuplicateRequestException;
import io.paidonce.StoreUnavailableException;
import io.paidonce.hub.order.Orders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Turns whatever goes wrong in the API into a problem; caught once, logged once.
 *
 * <p>For all handlers, since an address where nothing lives belongs to none of the API's.
 */
@RestControllerAdvice
class Problems {

  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  @ExceptionHandler
  ResponseEntity<ProblemDetail> handle(Exception e) {
    ProblemDetail body = body(e);
    return ResponseEntity.status(body.getStatus())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(body);
  }

  private static ProblemDetail body(Exception e) {
    if (e instanceof Problem problem) {
      return problem.body();
    }
    if (e instanceof DuplicateRequestException duplicate) {
      return duplicate(duplicate.reason());
    }
    if (e instanceof Orders.AttemptNumberTaken) {
      return Problem.Code.ORDER_NUMBER_TAKEN.body(String.valueOf(e.getMessage()));
    }
    if (e instanceof Orders.AgentLimitReached) {
      return Problem.Code.AGENT_LIMIT_REACHED.body(String.valueOf(e.getMessage()));
    }
    if (e instanceof HttpMessageNotReadableException
        || e instanceof TypeMismatchException
        || e instanceof IllegalArgumentException) {
      return Problem.Code.BAD_REQUEST.body("the body or a parameter has the wrong shape");
    }
    if (e instanceof TransientDataAccessException
        || e instanceof StoreUnavailableException
        || e instanceof CannotCreateTransactionException) {
      LOG.warn("api.unavailable because {}", e.toString());
      return Problem.Code.UNAVAILABLE.body("the database did not answer in time");
    }
    if (e instanceof ErrorResponse known) {
      return known.getStatusCode().isSameCodeAs(HttpStatus.NOT_FOUND)
          ? Problem.Code.NOT_FOUND.body("nothing lives at this address")
          : known.getStatusCode().isSameCodeAs(HttpStatus.METHOD_NOT_ALLOWED)
              ? Problem.Code.METHOD_NOT_ALLOWED.body("another method is needed here")
              : Problem.Code.BAD_REQUEST.body("the request has the wrong shape");
    }
    LOG.error("api.broke", e);
    return Problem.Code.INTERNAL.body("see the log of this moment");
  }

  private static ProblemDetail duplicate(DuplicateRequestException.Reason reason) {
    return reason.comeAgain()
        ? Problem.Code.IDEMPOTENCY_KEY_IN_FLIGHT.body("repeat the request in a second")
        : Problem.Code.IDEMPOTENCY_KEY_REUSED.body(
            "repeat the first request unchanged, or use a new key for a new order");
  }
}
