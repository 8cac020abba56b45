package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Handlers that no claim can be around. */
class LaterTest {

  @RestController
  static class Deferred {
    @PostMapping("/later")
    @IdempotentRequest
    DeferredResult<String> later() {
      return new DeferredResult<>();
    }
  }

  @RestController
  static class Called {
    @PostMapping("/later")
    @IdempotentRequest
    Callable<String> later() {
      return () -> "later";
    }
  }

  @RestController
  static class Futures {
    @PostMapping("/later")
    @IdempotentRequest
    CompletableFuture<String> later() {
      return CompletableFuture.completedFuture("later");
    }
  }

  @RestController
  @IdempotentRequest
  static class Events {
    @PostMapping("/later")
    ResponseEntity<SseEmitter> later() {
      return ResponseEntity.ok(new SseEmitter());
    }
  }

  @RestController
  static class Streams {
    @PostMapping("/later")
    @IdempotentRequest
    StreamingResponseBody later() {
      return out -> out.write(1);
    }
  }

  @RestController
  static class Reads {
    @GetMapping("/read")
    @IdempotentRequest
    String read() {
      return "nothing changes";
    }
  }

  @RestController
  static class LongWaits {
    @PostMapping("/waits")
    @IdempotentRequest(waitMillis = 5000)
    String waits() {
      return "";
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Deferred.class,
        Called.class,
        Futures.class,
        Events.class,
        Streams.class,
        Reads.class,
        LongWaits.class
      })
  void whatCannotWorkStopsTheStart(Class<?> controller) {
    assertThatThrownBy(() -> Site.of(Stand.CLAIM, controller).close())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("@IdempotentRequest of")
        .hasMessageContaining(controller.getSimpleName()); // C166
  }

  @RestController
  static class Hidden {
    final AtomicInteger runs = new AtomicInteger();

    @PostMapping("/hidden")
    @IdempotentRequest
    Object hidden() {
      runs.incrementAndGet();
      return new DeferredResult<String>();
    }

    @PostMapping("/forward")
    void forward(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      request.getRequestDispatcher("/target").forward(request, response);
    }

    @PostMapping("/target")
    @IdempotentRequest
    String target() {
      return "run " + runs.incrementAndGet();
    }
  }

  @Test
  void whatIsSeenOnlyWhenItIsCalledIsAnErrorThen() {
    try (Site site = Site.of(Stand.CLAIM, Hidden.class)) {
      assertThat(site.post("/hidden").key("1").send().status()).isEqualTo(500);
      assertThat(site.bean(Hidden.class).runs).hasValue(1);
    }
  }

  @Test
  void aHandlerIsNotReachedPastItsFilter() {
    try (Site site = Site.of(Stand.CLAIM, Hidden.class)) {
      for (String key : List.of("1", "1")) {
        assertThat(site.post("/forward").key(key).send().status()).isEqualTo(500);
      }
      assertThat(site.bean(Hidden.class).runs).hasValue(0);
      assertThat(site.post("/target").key("1").send().text()).isEqualTo("run 1");
    }
  }

  @Test
  void withoutAStoreTheStartSaysWhatToSet() {
    assertThatThrownBy(
            () ->
                Site.of(
                        Stand.CLAIM,
                        java.util.Map.of("paidonce.idempotency.memory", false),
                        Hidden.class)
                    .close())
        .rootCause()
        .hasMessageContaining("spring.datasource");
  }
}
