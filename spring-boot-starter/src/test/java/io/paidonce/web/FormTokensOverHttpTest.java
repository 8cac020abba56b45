package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.FormTokens;
import io.paidonce.Idempotent;
import io.paidonce.Strategy;
import io.paidonce.jdbc.JdbcFormTokens;
import io.paidonce.testkit.load.Simultaneously;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** A form is submitted once for each token that was issued for it. */
class FormTokensOverHttpTest {

  private static final String TOKENS = "/idempotency/tokens";

  /** The work behind the form. */
  static class Comments {
    private final AtomicInteger runs = new AtomicInteger();

    public int runs() {
      return runs.get();
    }

    @Idempotent(key = "'comment'", strategy = Strategy.TOKEN, doubtOn = IOException.class)
    public String add(String how) throws IOException {
      int run = runs.incrementAndGet();
      switch (how) {
        case "fails" -> throw new IllegalStateException("run " + run);
        case "refuses" -> throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT);
        case "breaks" -> throw new IOException("run " + run);
        default -> {
          return "run " + run;
        }
      }
    }
  }

  @RestController
  static class Forms {
    private final Comments comments;

    Forms(Comments comments) {
      this.comments = comments;
    }

    @PostMapping("/session")
    String session(HttpServletRequest request) {
      return request.getSession(true).getId();
    }

    @PostMapping("/submit")
    String submit(@RequestParam(defaultValue = "") String how) throws IOException {
      if (how.equals("nested")) {
        return comments.add("") + " and " + comments.add("");
      }
      String done = comments.add(how);
      if (how.equals("failsLater")) {
        throw new IllegalStateException("after the work was done");
      }
      return done;
    }
  }

  private static Site site(Map<String, Object> properties) {
    return Site.of(Stand.CLAIM, properties, Comments.class, Forms.class);
  }

  private static String token(Site site) {
    return site.post(TOKENS).send().json().get("token").asString();
  }

  private static Site.Reply submit(Site site, String token, String how) {
    return site.post("/submit?how=" + how).header("Idempotency-Token", token).send();
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
      assertThat(submit(site, token, "").text()).isEqualTo("run 1");
      Site.Reply again = submit(site, token, "");
      assertThat(again.status()).isEqualTo(409);
      assertThat(again.code()).isEqualTo("FORM_TOKEN_USED");
      assertThat(site.bean(Comments.class).runs()).isEqualTo(1); // R1.3
      assertThat(submit(site, token(site), "").text()).isEqualTo("run 2");
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
        assertThat(submit(site, wrong, "").code()).isEqualTo("FORM_TOKEN_USED");
      }
      assertThat(submit(site, "t".repeat(5000), "").code()).isEqualTo("FORM_TOKEN_USED");
      assertThat(submit(site, token, "").status()).isEqualTo(200);
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
      assertThat(submit(site, token, "").code()).isEqualTo("FORM_TOKEN_USED");
      Site.Call own = site.post("/submit").header("Idempotency-Token", token);
      assertThat(own.header("Cookie", one).send().status()).isEqualTo(200);
    }
  }

  @Test
  void whatFailedCanBeSubmittedAgainWithTheSameToken() {
    try (Site site = site(Map.of())) {
      String token = token(site);
      assertThat(submit(site, token, "fails").status()).isEqualTo(500);
      assertThat(submit(site, token, "refuses").status()).isEqualTo(422);
      assertThat(submit(site, token, "").text()).isEqualTo("run 3"); // F29
      assertThat(submit(site, token, "").code()).isEqualTo("FORM_TOKEN_USED");
    }
  }

  @Test
  void whatMayHaveTakenEffectKeepsItsToken() {
    try (Site site = site(Map.of())) {
      String token = token(site);
      assertThat(submit(site, token, "breaks").status()).isEqualTo(500);
      assertThat(submit(site, token, "").code()).isEqualTo("FORM_TOKEN_USED");
      String other = token(site);
      assertThat(submit(site, other, "failsLater").status()).isEqualTo(500);
      assertThat(submit(site, other, "").code()).isEqualTo("FORM_TOKEN_USED");
      assertThat(site.bean(Comments.class).runs()).isEqualTo(2);
    }
  }

  @Test
  void aRequestConsumesItsTokenForAllOfItsWork() {
    try (Site site = site(Map.of())) {
      String token = token(site);
      assertThat(submit(site, token, "nested").text()).isEqualTo("run 1 and run 2");
      assertThat(submit(site, token, "nested").code()).isEqualTo("FORM_TOKEN_USED");
    }
  }

  @Test
  void ofManySubmissionsAtOnceOneRuns() {
    try (Site site = site(Map.of())) {
      String token = token(site);
      List<Site.Reply> replies =
          Simultaneously.run(32, Duration.ofMinutes(1), () -> submit(site, token, "")).all();
      assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(1);
      assertThat(replies)
          .filteredOn(reply -> reply.status() != 200)
          .allSatisfy(reply -> assertThat(reply.code()).isEqualTo("FORM_TOKEN_USED")); // F6
      assertThat(site.bean(Comments.class).runs()).isEqualTo(1);
    }
  }

  @Test
  void theEndpointCanBeMovedAndRemoved() {
    try (Site site = site(Map.of("paidonce.idempotency.web.tokens.path", "/form-tokens"))) {
      assertThat(site.post("/form-tokens").send().status()).isEqualTo(201);
      assertThat(site.post(TOKENS).send().status()).isEqualTo(404);
    }
    Map<String, Object> without = Map.of("paidonce.idempotency.web.tokens.enabled", false);
    try (Site site = Site.of(Stand.CLAIM, without)) {
      assertThat(site.post(TOKENS).send().status()).isEqualTo(404);
    }
  }

  @Test
  void outsideOfARequestThereIsNoToken() {
    try (Site site = site(Map.of())) {
      Comments comments = site.bean(Comments.class);
      assertThatThrownBy(() -> comments.add(""))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("this thread is in none");
      assertThat(comments.runs()).isZero();
    }
  }

  @Test
  void insideATransactionThatBeganOutsideATokenIsRefused() {
    try (Site site = Site.of(Stand.RECORD, Comments.class, Forms.class)) {
      TransactionTemplate transactions =
          new TransactionTemplate(site.bean(PlatformTransactionManager.class));
      Comments comments = site.bean(Comments.class);
      assertThatThrownBy(() -> transactions.execute(status -> add(comments)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is called inside a transaction");
      assertThat(comments.runs()).isZero();
    }
  }

  private static String add(Comments comments) {
    try {
      return comments.add("");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aDatabaseKeepsTokensBesideItsRecords() {
    try (Site site = Site.of(Stand.RECORD, Comments.class, Forms.class)) {
      assertThat(site.bean(FormTokens.class)).isInstanceOf(JdbcFormTokens.class);
      String token = token(site);
      List<Site.Reply> replies =
          Simultaneously.run(16, Duration.ofMinutes(1), () -> submit(site, token, "")).all();
      assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(1);
      assertThat(site.bean(Comments.class).runs()).isEqualTo(1);
      String failed = token(site);
      assertThat(submit(site, failed, "fails").status()).isEqualTo(500);
      assertThat(submit(site, failed, "").text()).isEqualTo("run 3");
    }
  }

  @Test
  void withoutTokensAMethodThatWantsThemStopsTheStart() {
    assertThatThrownBy(() -> site(Map.of("paidonce.idempotency.web.tokens.enabled", false)))
        .rootCause()
        .hasMessageContaining("strategy TOKEN, and there is no store for it");
  }
}
