package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.DuplicateRequestException;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.FormTokenRefusedException;
import io.paidonce.OwnershipLostException;
import io.paidonce.StoreUnavailableException;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What annotated methods refuse inside a handler is answered like what the filter refuses. */
class RefusalAdviceTest {

  @RestController
  static class Desk {
    @PostMapping("/refused/{reason}")
    String refused(@PathVariable Reason reason) {
      throw new DuplicateRequestException(reason, "secret:key", "secret");
    }

    @PostMapping("/lost")
    String lost() {
      throw new OwnershipLostException("secret:key", 1);
    }

    @PostMapping("/away")
    String away() {
      throw new StoreUnavailableException("redis", "claim");
    }

    @PostMapping("/token/{missing}")
    String token(@PathVariable boolean missing) {
      throw new FormTokenRefusedException(missing);
    }
  }

  @RestControllerAdvice
  static class OwnAdvice {
    @ExceptionHandler
    ResponseEntity<String> any(DuplicateRequestException e) {
      return ResponseEntity.status(418).body("own");
    }
  }

  private static void problem(Site site, String path, int status, WebProblem problem) {
    Site.Reply reply = site.post(path).header("Accept", "text/html").send();
    assertThat(reply.status()).as(path).isEqualTo(status);
    assertThat(reply.code()).as(path).isEqualTo(problem.name());
    assertThat(reply.text()).doesNotContain("secret");
  }

  @Test
  void eachReasonHasItsProblem() {
    try (Site site = Site.of(Stand.CLAIM, Desk.class)) {
      for (Reason reason : Reason.values()) {
        int status = reason == Reason.KEY_REUSED ? 422 : 409;
        problem(site, "/refused/" + reason, status, WebProblem.of(reason)); // R1.8
      }
      problem(site, "/lost", 409, WebProblem.IDEMPOTENCY_KEY_IN_FLIGHT);
      problem(site, "/away", 503, WebProblem.IDEMPOTENCY_UNAVAILABLE);
      problem(site, "/token/true", 400, WebProblem.FORM_TOKEN_MISSING);
      problem(site, "/token/false", 409, WebProblem.FORM_TOKEN_USED);
    }
  }

  @Test
  void anAdviceOfTheApplicationComesFirst() {
    try (Site site = Site.of(Stand.CLAIM, OwnAdvice.class, Desk.class)) {
      assertThat(site.post("/refused/COMPLETED").send().status()).isEqualTo(418);
    }
  }
}
