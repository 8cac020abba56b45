package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A repeat is answered as the first request was, whatever the handler answers with. */
class ReplayOverHttpTest {

  // The guide shows the class from its annotation to its end.
  @RestController
  static class Orders {
    private final AtomicInteger orders = new AtomicInteger();

    @PostMapping("/orders")
    @IdempotentRequest
    ResponseEntity<Order> create(@RequestBody NewOrder request) {
      String id = "A-" + orders.incrementAndGet();
      return ResponseEntity.created(URI.create("/orders/" + id))
          .header("Order-Version", "1")
          .body(new Order(id, request.amount()));
    }
  }

  record NewOrder(String sku, BigDecimal amount) {}

  record Order(String id, BigDecimal amount) {}

  @RestController
  @IdempotentRequest
  static class Answers {
    final AtomicInteger runs = new AtomicInteger();

    @PostMapping("/nothing")
    ResponseEntity<Void> nothing() {
      runs.incrementAndGet();
      return ResponseEntity.noContent().header("X-Run", runs.toString()).build();
    }

    @PostMapping("/void")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void returnsVoid() {
      runs.incrementAndGet();
    }

    @PostMapping("/amount")
    Map<String, Object> amount() {
      return Map.of("amount", new BigDecimal("10.00"), "run", runs.incrementAndGet());
    }

    @PostMapping("/list")
    List<Integer> list() {
      return List.of(runs.incrementAndGet(), 2, 3);
    }

    @PostMapping("/null")
    @Nullable Order nothingAtAll() {
      return runs.incrementAndGet() == 1 ? null : new Order("second", BigDecimal.ONE);
    }

    @PostMapping(value = "/text", produces = "text/plain;charset=GB18030")
    String text() {
      return "\u4e2d\u6587 " + runs.incrementAndGet();
    }

    @PostMapping("/bytes")
    ResponseEntity<byte[]> bytes() {
      byte[] body = {0, -1, 127, (byte) runs.incrementAndGet()};
      return ResponseEntity.ok()
          .contentType(MediaType.APPLICATION_OCTET_STREAM)
          .header("X-Many", "one", "two")
          .header("Vary", "Accept-Language")
          .body(body);
    }

    @PostMapping("/redirect")
    ResponseEntity<Void> redirect() {
      return ResponseEntity.status(HttpStatus.SEE_OTHER)
          .location(URI.create("/orders/" + runs.incrementAndGet()))
          .build();
    }

    @PostMapping("/writer")
    void writer(HttpServletResponse response) throws IOException {
      response.setStatus(201);
      response.setContentType("text/plain");
      response.setDateHeader("Last-Modified", 0);
      response.setIntHeader("X-Run", runs.incrementAndGet());
      response.getWriter().print("run " + runs);
      response.flushBuffer();
    }

    @PostMapping("/moved")
    void moved(HttpServletResponse response) throws IOException {
      response.sendRedirect("/done/" + runs.incrementAndGet());
    }
  }

  private static final List<String> PATHS =
      List.of(
          "/nothing",
          "/void",
          "/amount",
          "/list",
          "/null",
          "/text",
          "/bytes",
          "/redirect",
          "/writer",
          "/moved");

  @ParameterizedTest
  @EnumSource
  void statusHeadersAndBytesAreTheSame(Stand stand) {
    try (Site site = Site.of(stand, Answers.class)) {
      everyAnswerIsTheSame(site, "identity");
    }
  }

  @ParameterizedTest
  @EnumSource
  void alsoWhereTheServerCompresses(Stand stand) {
    Map<String, Object> compressing =
        Map.of(
            "server.compression.enabled", true,
            "server.compression.min-response-size", "1B",
            "server.compression.mime-types", "application/json,text/plain");
    try (Site site = Site.of(stand, compressing, Answers.class)) {
      everyAnswerIsTheSame(site, "gzip");
      Site.Reply compressed =
          site.post("/amount").key("zip").header("Accept-Encoding", "gzip").send();
      assertThat(compressed.header("Content-Encoding")).isEqualTo("gzip");
    }
  }

  private static void everyAnswerIsTheSame(Site site, String encoding) {
    Answers answers = site.bean(Answers.class);
    for (String path : PATHS) {
      answers.runs.set(0);
      String key = UUID.randomUUID().toString();
      Site.Reply first = site.post(path).key(key).header("Accept-Encoding", encoding).send();
      Site.Reply second = site.post(path).key(key).header("Accept-Encoding", encoding).send();
      assertThat(first.status()).as(path).isLessThan(400);
      assertThat(second.same()).as(path).isEqualTo(first.same()); // C174, F44
      assertThat(first.replayed()).as(path).isFalse();
      assertThat(second.replayed()).as(path).isTrue();
      assertThat(answers.runs).as(path).hasValue(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theGuidesExampleMakesOneOrder(Stand stand) {
    try (Site site = Site.of(stand, Orders.class)) {
      String body = "{\"sku\": \"book\", \"amount\": 10.00}";
      Site.Reply first = site.post("/orders").key("\"8e03978e\"").json(body).send();
      Site.Reply second = site.post("/orders").key("8e03978e").json(body).send();
      Site.Reply other = site.post("/orders").key("another").json(body).send();
      assertThat(first.status()).isEqualTo(201);
      assertThat(first.text()).isEqualTo("{\"id\":\"A-1\",\"amount\":10.00}");
      assertThat(first.header("Location")).isEqualTo("/orders/A-1");
      assertThat(first.header("Order-Version")).isEqualTo("1");
      assertThat(second.same()).isEqualTo(first.same());
      assertThat(other.header("Location")).isEqualTo("/orders/A-2");
    }
  }

  @RestController
  static class Cookies {
    @PostMapping("/login")
    @IdempotentRequest
    String login(HttpServletResponse response) {
      response.addCookie(new Cookie("session", "secret"));
      response.addHeader("Set-Cookie", "other=secret");
      response.setHeader("Connection", "close");
      return "done";
    }
  }

  @Test
  void cookiesAndWhatIsOfOneConnectionAreNotReplayed() {
    try (Site site = Site.of(Stand.CLAIM, Cookies.class)) {
      Site.Reply first = site.post("/login").key("1").send();
      Site.Reply second = site.post("/login").key("1").send();
      assertThat(first.header("Set-Cookie")).contains("session=secret").contains("other=secret");
      assertThat(first.header("Connection")).isEqualTo("close");
      assertThat(second.replayed()).isTrue();
      assertThat(second.text()).isEqualTo("done");
      assertThat(second.header("Set-Cookie")).isEmpty();
      assertThat(second.header("Connection")).isNotEqualTo("close");
    }
  }

  @RestController
  static class Large {
    final AtomicInteger runs = new AtomicInteger();

    @PostMapping("/large")
    @IdempotentRequest
    String large(@RequestBody String letters) {
      runs.incrementAndGet();
      return letters.repeat(1000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerTooLargeToKeepIsGivenOnce(Stand stand) {
    Map<String, Object> small = Map.of("paidonce.idempotency.web.response-bytes-max", 3000);
    try (Site site = Site.of(stand, small, Large.class)) {
      byte[] letters = "0123".getBytes(StandardCharsets.UTF_8);
      Site.Reply first = site.post("/large").key("1").body("text/plain", letters).send();
      Site.Reply second = site.post("/large").key("1").body("text/plain", letters).send();
      assertThat(first.status()).isEqualTo(200);
      assertThat(first.text()).isEqualTo("0123".repeat(1000));
      assertThat(second.status()).isEqualTo(409);
      assertThat(second.code()).isEqualTo("IDEMPOTENCY_ANSWER_LOST");
      assertThat(site.bean(Large.class).runs).hasValue(1); // F31
    }
  }
}
