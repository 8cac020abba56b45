package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A client that hangs up before it is answered. */
class HangUpTest {

  @RestController
  static class Orders {
    final AtomicInteger runs = new AtomicInteger();
    final CountDownLatch inside = new CountDownLatch(1);
    final CountDownLatch leave = new CountDownLatch(1);

    @PostMapping("/orders")
    @IdempotentRequest
    String order() throws InterruptedException {
      inside.countDown();
      assertThat(leave.await(30, TimeUnit.SECONDS)).isTrue();
      return "x".repeat(50_000) + runs.incrementAndGet();
    }
  }

  @ParameterizedTest
  @EnumSource
  void itsRequestIsDoneAndItsAnswerKept(Stand stand) throws IOException, InterruptedException {
    try (Site site = Site.of(stand, Orders.class)) {
      Orders orders = site.bean(Orders.class);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), site.port())) {
        OutputStream out = socket.getOutputStream();
        String[] lines = {
          "POST /orders HTTP/1.1", "Host: localhost", "Content-Length: 0", "Idempotency-Key: 1"
        };
        for (String line : lines) {
          out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
        assertThat(orders.inside.await(30, TimeUnit.SECONDS)).isTrue();
        socket.setSoLinger(true, 0);
      }
      orders.leave.countDown();
      Eventually.passes(
          () -> {
            Site.Reply again = site.post("/orders").key("1").send();
            assertThat(again.replayed()).isTrue();
            assertThat(again.text()).isEqualTo("x".repeat(50_000) + "1");
          },
          Duration.ofSeconds(30));
      assertThat(orders.runs).hasValue(1);
    }
  }
}
