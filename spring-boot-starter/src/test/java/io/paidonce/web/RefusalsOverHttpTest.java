package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import io.paidonce.testkit.Eventually;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What a request gets whose handler does not run. */
class RefusalsOverHttpTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @RestController
  @IdempotentRequest
  static class Payments {
    final AtomicInteger runs = new AtomicInteger();
    final CountDownLatch inside = new CountDownLatch(1);
    final CountDownLatch leave = new CountDownLatch(1);

    @PostMapping("/pay")
    String pay(@RequestBody(required = false) String body) {
      return "run " + runs.incrementAndGet();
    }

    @PostMapping("/optional")
    @IdempotentRequest(required = false)
    String optional() {
      return "run " + runs.incrementAndGet();
    }

    @PostMapping("/slow")
    String slow() throws InterruptedException {
      inside.countDown();
      assertThat(leave.await(30, TimeUnit.SECONDS)).isTrue();
      return "run " + runs.incrementAndGet();
    }

    @GetMapping("/pay")
    String read() {
      return "nothing changes";
    }
  }

  private static Site site;

  @BeforeAll
  static void start() {
    site =
        Site.of(
            Stand.CLAIM,
            Map.of("paidonce.idempotency.web.request-bytes-max", 1000),
            Payments.class);
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  private static void refused(Site.Reply reply, int status, WebProblem problem) {
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.code()).isEqualTo(problem.name());
    assertThat(reply.replayed()).isFalse();
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void aMissingKeyIsRefusedWhereOneIsRequired() {
    int before = site.bean(Payments.class).runs.get();
    refused(site.post("/pay").send(), 400, WebProblem.IDEMPOTENCY_KEY_MISSING);
    assertThat(site.bean(Payments.class).runs).hasValue(before); // C164, R1.8
    assertThat(site.post("/optional").send().status()).isEqualTo(200);
    assertThat(site.post("/optional").send().text()).isEqualTo("run " + (before + 2));
    assertThat(site.call("GET", "/pay").send().text()).isEqualTo("nothing changes");
  }

  @Test
  void aKeyThatCannotBeReadIsRefused() {
    for (String key : List.of("", "\"\"", "\"open", "k".repeat(201), "a, b")) {
      refused(site.post("/pay").key(key).send(), 400, WebProblem.IDEMPOTENCY_KEY_MALFORMED);
      refused(site.post("/optional").key(key).send(), 400, WebProblem.IDEMPOTENCY_KEY_MALFORMED);
    }
    refused(site.post("/pay").key("a").key("a").send(), 400, WebProblem.IDEMPOTENCY_KEY_MALFORMED);
  }

  @Test
  void theSameKeyWithAnotherRequestIsRefusedAndTheMembersAreNamed() {
    String first = "{\"amount\": 5, \"to\": \"a\"}";
    assertThat(site.post("/pay").key("reused").json(first).send().status()).isEqualTo(200);
    Site.Reply other =
        site.post("/pay").key("reused").json("{\"amount\": 50, \"to\": \"a\"}").send();
    refused(other, 422, WebProblem.IDEMPOTENCY_KEY_REUSED); // R1.5
    assertThat(other.text()).contains("body.amount").doesNotContain("body.to");
    assertThat(site.post("/pay").key("reused").json(first).send().replayed()).isTrue();
  }

  @Test
  void aRepeatOfOneInFlightIsToldWhenToComeAgain() throws Exception {
    Payments payments = site.bean(Payments.class);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<Site.Reply> first = thread.submit(() -> site.post("/slow").key("1").send());
      assertThat(payments.inside.await(30, TimeUnit.SECONDS)).isTrue();
      Site.Reply repeat = site.post("/slow").key("1").send();
      refused(repeat, 409, WebProblem.IDEMPOTENCY_KEY_IN_FLIGHT); // F7
      assertThat(repeat.header("Retry-After")).isEqualTo("1");
      payments.leave.countDown();
      Site.Reply done = first.get(30, TimeUnit.SECONDS);
      assertThat(site.post("/slow").key("1").send().same()).isEqualTo(done.same());
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void aBodyTooLargeToCompareIsRefusedBeforeTheKeyIsTouched() {
    byte[] large = "x".repeat(1001).getBytes(StandardCharsets.UTF_8);
    refused(
        site.post("/pay").key("large").body("text/plain", large).send(),
        413,
        WebProblem.IDEMPOTENCY_BODY_TOO_LARGE);
    byte[] most = "x".repeat(1000).getBytes(StandardCharsets.UTF_8);
    assertThat(site.post("/pay").key("large").body("text/plain", most).send().status())
        .isEqualTo(200);
  }

  /** Claims a key of the endpoint as another process would. */
  private static Ticket claimed(String key, Takeover takeover, Duration lease) {
    Claim claim =
        site.bean(IdempotencyStore.class)
            .claim(
                new ClaimRequest(
                    List.of(IdempotencyKey.of("POST /pay", key)),
                    "somebody",
                    null,
                    lease,
                    takeover,
                    false));
    return ((Claim.Acquired) claim).ticket();
  }

  private static void eventually(String key, WebProblem problem) {
    Eventually.passes(() -> refused(site.post("/pay").key(key).send(), 409, problem), PATIENCE);
  }

  @Test
  void whatIsInDoubtIsNotRunAgain() {
    claimed("doubt", Takeover.NEVER, Duration.ofMillis(20));
    int before = site.bean(Payments.class).runs.get();
    eventually("doubt", WebProblem.IDEMPOTENCY_KEY_IN_DOUBT);
    assertThat(site.bean(Payments.class).runs).hasValue(before); // C112
  }

  @Test
  void whatIsDoneAndForgottenIsNotRunAgain() {
    Ticket ticket = claimed("late", Takeover.AFTER_LEASE, PATIENCE);
    Completion shortly = new Completion(new byte[0], Duration.ofMillis(20), Duration.ofHours(1));
    assertThat(site.bean(IdempotencyStore.class).complete(ticket, shortly)).isTrue();
    eventually("late", WebProblem.IDEMPOTENCY_KEY_LATE);
  }

  @Test
  void whatIsStoredButNotThisKeysAnswerIsNotGiven() {
    Ticket ticket = claimed("foreign", Takeover.AFTER_LEASE, PATIENCE);
    byte[] foreign = "HTTP/1.1 200 OK".getBytes(StandardCharsets.UTF_8);
    Completion completion = new Completion(foreign, Duration.ofHours(1), Duration.ZERO);
    assertThat(site.bean(IdempotencyStore.class).complete(ticket, completion)).isTrue();
    refused(
        site.post("/pay").key("foreign").send(), 409, WebProblem.IDEMPOTENCY_ANSWER_LOST); // F37
  }

  @ParameterizedTest
  @EnumSource
  void everyProblemSaysWhatToDo(WebProblem problem) {
    assertThat(problem.advice()).isNotBlank();
    assertThat(problem.status()).isBetween(400, 503);
  }
}
