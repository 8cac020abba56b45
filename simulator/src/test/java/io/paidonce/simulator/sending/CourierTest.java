package io.paidonce.simulator.sending;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.Signed;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CourierTest {

  private static final Notice NOTICE =
      sentAt -> new Signed("POST", "text/plain", Map.of(), new byte[] {1});

  private final AttemptLog log = new AttemptLog();
  private final Sender sender = new Sender(Clock.systemUTC(), log);
  private final List<Duration> pauses = new ArrayList<>();
  private final Courier courier = new Courier(sender, Clock.systemUTC(), pauses::add, 1);
  private final AtomicInteger received = new AtomicInteger();
  private final CyclicBarrier bothHere = new CyclicBarrier(2);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer receiver;
  private URI url;

  @BeforeEach
  void start() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.setExecutor(threads);
    receiver.createContext(
        "/third-time",
        exchange -> {
          String answer = received.incrementAndGet() < 3 ? "fail" : "success";
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, answer.length());
          exchange.getResponseBody().write(answer.getBytes(StandardCharsets.US_ASCII));
          exchange.close();
        });
    receiver.createContext(
        "/only-together",
        exchange -> {
          try {
            bothHere.await(4, TimeUnit.SECONDS);
            exchange.sendResponseHeaders(204, -1);
          } catch (Exception e) {
            exchange.sendResponseHeaders(500, -1);
          }
          exchange.close();
        });
    receiver.start();
    url = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    sender.close();
    receiver.stop(0);
    threads.shutdownNow();
  }

  @Test
  void repeatsOnScheduleUntilTheExactAnswer() throws Exception {
    URI thirdTime = url.resolve("/third-time");
    assertThat(courier.deliver(thirdTime, Dialect.ALIPAY, "T1", NOTICE, 1)).isTrue();
    assertThat(pauses).containsExactly(Duration.ofMinutes(4), Duration.ofMinutes(10));
    assertThat(log.all())
        .extracting(Attempt::verdict)
        .containsExactly(Verdict.REFUSED, Verdict.REFUSED, Verdict.ACCEPTED);
    assertThat(log.all()).extracting(Attempt::requestId).doesNotHaveDuplicates();
  }

  @Test
  void givesUpWhenTheScheduleEnds() throws Exception {
    receiver.stop(0);
    assertThat(courier.deliver(url, Dialect.WECHATPAY, "T1", NOTICE, 1)).isFalse();
    assertThat(pauses).isEqualTo(RetrySchedule.of(Dialect.WECHATPAY).gaps());
    assertThat(log.all()).hasSize(16).allMatch(a -> a.verdict() == Verdict.NO_ANSWER);
  }

  @Test
  void copiesAreInFlightAtTheSameTime() throws Exception {
    URI together = url.resolve("/only-together");
    assertThat(courier.deliver(together, Dialect.WECHATPAY, "T1", NOTICE, 2)).isTrue();
    assertThat(log.all()).hasSize(2).allMatch(a -> a.verdict() == Verdict.ACCEPTED);
  }

  @Test
  void whatNobodyShouldAcceptIsNotRepeatedAfterARefusal() throws Exception {
    URI thirdTime = url.resolve("/third-time");
    Attempt attempt = courier.insist(thirdTime, Dialect.ALIPAY, "forged", NOTICE);
    assertThat(attempt.verdict()).isEqualTo(Verdict.REFUSED);
    assertThat(pauses).isEmpty();
  }

  @Test
  void schedulesAreAsLongAsTheProvidersSay() {
    RetrySchedule alipay = RetrySchedule.of(Dialect.ALIPAY);
    assertThat(alipay.gaps()).hasSize(7);
    assertThat(alipay.total()).isEqualTo(Duration.ofHours(24).plusMinutes(24));
    RetrySchedule wechatPay = RetrySchedule.of(Dialect.WECHATPAY_V2);
    assertThat(wechatPay.gaps()).hasSize(15);
    assertThat(wechatPay.total()).isEqualTo(Duration.ofHours(24).plusMinutes(4));
    assertThat(wechatPay.compressed(3_000).total())
        .isBetween(Duration.ofSeconds(28), Duration.ofSeconds(29));
  }
}
