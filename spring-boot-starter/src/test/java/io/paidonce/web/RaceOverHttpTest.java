package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.Counts;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Many equal requests at one instant. */
class RaceOverHttpTest {

  private static final int THREADS = 64;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @RestController
  static class Orders {
    final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();

    @PostMapping("/orders")
    @IdempotentRequest
    ResponseEntity<String> order(@RequestHeader(KeyHeader.NAME) String key) {
      return made(key);
    }

    @PostMapping("/waiting")
    @IdempotentRequest(waitMillis = 2000)
    ResponseEntity<String> waiting(@RequestHeader(KeyHeader.NAME) String key) {
      return made(key);
    }

    private ResponseEntity<String> made(String key) {
      int run = runs.computeIfAbsent(key, it -> new AtomicInteger()).incrementAndGet();
      return ResponseEntity.status(201).header("Location", "/orders/" + key).body("run " + run);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneRunsAndTheOthersGetItsAnswerOrAreToldToComeAgain(Stand stand) {
    try (Site site = Site.of(stand, Orders.class)) {
      for (String path : List.of("/orders", "/waiting")) {
        for (int round = 0; round < Counts.of(5, 200); round++) {
          race(site, path, path.substring(1) + round);
        }
      }
    }
  }

  private static void race(Site site, String path, String key) {
    List<Site.Reply> replies =
        Simultaneously.run(THREADS, PATIENCE, () -> site.post(path).key(key).send()).all();
    AtomicInteger runs = site.bean(Orders.class).runs.get(key);
    assertThat(Objects.requireNonNull(runs)).hasValue(1); // F6
    List<Site.Reply> made = replies.stream().filter(reply -> reply.status() == 201).toList();
    assertThat(made.stream().filter(reply -> !reply.replayed())).hasSize(1);
    assertThat(made).allSatisfy(reply -> assertThat(reply.same()).isEqualTo(made.get(0).same()));
    assertThat(replies)
        .filteredOn(reply -> reply.status() != 201)
        .allSatisfy(
            reply -> assertThat(reply.code()).isEqualTo("IDEMPOTENCY_KEY_IN_FLIGHT")); // F21
    Site.Reply later = site.post(path).key(key).send();
    assertThat(later.same()).isEqualTo(made.get(0).same());
  }
}
