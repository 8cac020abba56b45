package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.FormTokenCheck;
import io.paidonce.FormTokenRefusedException;
import io.paidonce.testkit.load.Simultaneously;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A form is submitted once for each token that was issued for it. */
class FormTokensOverHttpTest {

  private static final String TOKENS = "/idempotency/tokens";

  @RestController
  static class Forms {
    final AtomicInteger runs = new AtomicInteger();
    private final FormTokenCheck check;

    Forms(FormTokenCheck check) {
      this.check = check;
    }

    @PostMapping("/session")
    String session(HttpServletRequest request) {
      return request.getSession(true).getId();
    }

    /** As the advice of an annotated method does. */
    @PostMapping("/submit")
    ResponseEntity<String> submit(@RequestParam(defaultValue = "200") int status) {
      FormTokenCheck.Outcome outcome = check.consume();
      if (outcome == FormTokenCheck.Outcome.MISSING || outcome == FormTokenCheck.Outcome.USED) {
        throw new FormTokenRefusedException(outcome == FormTokenCheck.Outcome.MISSING);
      }
      assertThat(check.consume()).isEqualTo(FormTokenCheck.Outcome.HELD);
      int run = runs.incrementAndGet();
      if (status == 500) {
        assertThat(check.giveBack()).isTrue();
        assertThat(check.giveBack()).isFalse();
        throw new IllegalStateException("run " + run);
      }
      return ResponseEntity.status(status).body("run " + run);
    }
  }

  private static Site site(Map<String, Object> properties) {
    return Site.of(Stand.CLAIM, properties, MemoryFormTokens.class, Forms.class);
  }

  private static String token(Site site) {
    return site.post(TOKENS).send().json().get("token").asString();
  }

  private static Site.Reply submit(Site site, String token, int status) {
    return site.post("/submit?status=" + status).header("Idempotency-Token", token).send();
  }

  @Test
  void aTokenIsIssuedAndGoodForOneSubmission() {
    try (Site site = site(Map.of())) {
      Instant before = Instant.now();
      Site.Reply issued = site.post(TOKENS).send();
      assertThat(issued.status()).isEqualTo(201);
      assertThat(issued.header("Content-Type")).isEqualTo("application/json");
      assertThat(issued.header("Cache-Control")).isEqualTo("no-store");
      Instant expires = Instant.parse(issued.json().get("expiresAt").asString());
      assertThat(expires)
          .isBetween(
              before.plus(Duration.ofHours(2)).minusSeconds(1),
              Instant.now().plus(Duration.ofHours(2)));
      String token = issued.json().get("token").asString();
      assertThat(submit(site, token, 200).text()).isEqualTo("run 1");
      Site.Reply again = submit(site, token, 200);
      assertThat(again.status()).isEqualTo(409);
      assertThat(again.code()).isEqualTo("FORM_TOKEN_USED");
      assertThat(site.bean(Forms.class).runs).hasValue(1); // R1.3
      assertThat(submit(site, token(site), 200).text()).isEqualTo("run 2");
    }
  }

  @Test
  void aMissingOrWrongTokenIsRefusedAndBurnsNone() {
    try (Site site = site(Map.of())) {
      String token = token(site);
      Site.Reply missing = site.post("/submit").send();
      assertThat(missing.status()).isEqualTo(400);
      assertThat(missing.code()).isEqualTo("FORM_TOKEN_MISSING");
      for (String wrong : List.of("x", token + "x", token.toUpperCase(java.util.Locale.ROOT))) {
        assertThat(submit(site, wrong, 200).code()).isEqualTo("FORM_TOKEN_USED");
      }
      assertThat(submit(site, "t".repeat(5000), 200).code()).isEqualTo("FORM_TOKEN_USED");
      assertThat(submit(site, token, 200).status()).isEqualTo(200);
    }
  }

  @Test
  void aTokenOfAnotherSessionIsRefusedAndStaysGood() {
    try (Site site = site(Map.of())) {
      String one = "JSESSIONID=" + site.post("/session").send().text();
      String two = "JSESSIONID=" + site.post("/session").send().text();
      String token = site.post(TOKENS).header("Cookie", one).send().json().get("token").asString();
      Site.Call stolen = site.post("/submit").header("Idempotency-Token", token);
      assertThat(stolen.header("Cookie", two).send().code()).isEqualTo("FORM_TOKEN_USED");
      assertThat(submit(site, token, 200).code()).isEqualTo("FORM_TOKEN_USED");
      Site.Call own = site.post("/submit").header("Idempotency-Token", token);
      assertThat(own.header("Cookie", one).send().status()).isEqualTo(200);
    }
  }

  @Test
  void whatFailedCanBeSubmittedAgainWithTheSameToken() {
    try (Site site = site(Map.of())) {
      String token = token(site);
      assertThat(submit(site, token, 500).status()).isEqualTo(500);
      assertThat(submit(site, token, 422).status()).isEqualTo(422);
      assertThat(submit(site, token, 200).text()).isEqualTo("run 3"); // F29
      assertThat(submit(site, token, 200).code()).isEqualTo("FORM_TOKEN_USED");
    }
  }

  @Test
  void ofManySubmissionsAtOnceOneRuns() {
    try (Site site = site(Map.of())) {
      String token = token(site);
      List<Site.Reply> replies =
          Simultaneously.run(32, Duration.ofMinutes(1), () -> submit(site, token, 200)).all();
      assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(1);
      assertThat(replies)
          .filteredOn(reply -> reply.status() != 200)
          .allSatisfy(reply -> assertThat(reply.code()).isEqualTo("FORM_TOKEN_USED")); // F6
      assertThat(site.bean(Forms.class).runs).hasValue(1);
    }
  }

  @Test
  void theEndpointCanBeMovedAndRemoved() {
    try (Site site = site(Map.of("paidonce.idempotency.web.tokens.path", "/form-tokens"))) {
      assertThat(site.post("/form-tokens").send().status()).isEqualTo(201);
      assertThat(site.post(TOKENS).send().status()).isEqualTo(404);
    }
    try (Site site = site(Map.of("paidonce.idempotency.web.tokens.enabled", false))) {
      assertThat(site.post(TOKENS).send().status()).isEqualTo(404);
    }
  }

  @Test
  void outsideOfARequestThereIsNoToken() {
    try (Site site = site(Map.of())) {
      FormTokenCheck check = site.bean(FormTokenCheck.class);
      org.assertj.core.api.Assertions.assertThatThrownBy(check::consume)
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
