package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A repeat that comes after the application was started anew. */
class RestartOverHttpTest {

  @RestController
  static class Orders {
    static final AtomicInteger RUNS = new AtomicInteger();

    @PostMapping("/orders")
    @IdempotentRequest
    ResponseEntity<String> order(@RequestBody String body) {
      return ResponseEntity.status(201).header("X-Run", "" + RUNS.incrementAndGet()).body(body);
    }
  }

  @Test
  void theFirstAnswerIsGivenFromTheDatabase(@TempDir Path folder) {
    Map<String, Object> file =
        Map.of("spring.datasource.url", "jdbc:h2:file:" + folder.resolve("keys").toUri().getPath());
    Map<String, Object> first;
    try (Site site = Site.of(Stand.RECORD, file, Orders.class)) {
      first = site.post("/orders").key("1").json("{\"a\":1}").send().same();
    }
    try (Site site = Site.of(Stand.RECORD, file, Orders.class)) {
      Site.Reply repeat = site.post("/orders").key("1").json("{\"a\":1.0}").send();
      assertThat(repeat.same()).isEqualTo(first);
      assertThat(repeat.replayed()).isTrue();
      assertThat(site.post("/orders").key("1").json("{\"a\":2}").send().status())
          .isEqualTo(422); // F32
      assertThat(Orders.RUNS).hasValue(1);
    }
  }
}
