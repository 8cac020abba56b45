package io.paidonce.hub.asking;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.provider.Call;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a server with the worst manners. */
@Timeout(30)
class LineTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Line.Limits LIMITS =
      new Line.Limits(
          Duration.ofSeconds(2),
          Duration.ofMillis(700),
          2,
          Duration.ofMillis(50),
          1000,
          Duration.ofMinutes(1));

  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger calls = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ServerSocket server;
  private volatile Manners manners = out -> {};

  /** What the server does once it has read the head of a request. */
  private interface Manners {
    void answer(OutputStream out) throws IOException, InterruptedException;
  }

  LineTest() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Future<?> accepting = threads.submit(this::accept);
    assertThat(accepting).isNotNull();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      int newlines = 0;
      for (int b = in.read(); b >= 0 && newlines < 2; b = newlines < 2 ? in.read() : b) {
        newlines = b == '\n' ? newlines + 1 : b == '\r' ? newlines : 0;
      }
      calls.incrementAndGet();
      manners.answer(socket.getOutputStream());
    } catch (IOException | InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void end() throws IOException {
    over.countDown();
    server.close();
    threads.shutdownNow();
  }

  private Line line() {
    return new Line("test", LIMITS, Clock.fixed(NOON, ZoneOffset.UTC));
  }

  private Call get() {
    URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/a%7Cb?x=%20");
    return new Call("GET", uri, Map.of("Accept", "application/json"), new byte[0]);
  }

  private static Manners status(String line, String body) {
    return out ->
        write(
            out,
            "HTTP/1.1 "
                + line
                + "\r\nConnection: close\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body);
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
  }

  private static String word(Line.Outcome outcome) {
    return outcome.fold(
        answered -> "Answered " + answered.reply().status(), notSent -> "NotSent", lost -> "Lost");
  }

  @Test
  void answersOfAnyStatusComeAsTheyAre() throws InterruptedException {
    manners = status("200 OK", "{\"a\":1}");
    Line.Outcome outcome = line().call(get());
    assertThat(outcome).isInstanceOf(Line.Outcome.Answered.class);
    if (outcome instanceof Line.Outcome.Answered answered) {
      assertThat(new String(answered.reply().body(), ISO_8859_1)).isEqualTo("{\"a\":1}");
      assertThat(answered.reply().receivedAt()).isEqualTo(NOON);
    }
    for (String line : new String[] {"204 No Content", "404 Not Found", "429 Slow", "500 Oh"}) {
      manners = status(line, "");
      assertThat(word(line().call(get()))).isEqualTo("Answered " + line.substring(0, 3));
    }
  }

  @Test
  void redirectIsAnAnswerAndNotFollowed() throws InterruptedException {
    manners = status("302 Found\r\nLocation: /other", "");
    assertThat(word(line().call(get()))).isEqualTo("Answered 302");
    assertThat(calls).hasValue(1);
  }

  @Test
  void silenceEndsAtTheDeadline() throws InterruptedException {
    manners = out -> over.await();
    endsAtTheDeadline();
  }

  @Test
  void dripEndsAtTheDeadline() throws InterruptedException {
    manners =
        out -> {
          write(out, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n");
          while (!over.await(20, TimeUnit.MILLISECONDS)) {
            write(out, " ");
          }
        };
    endsAtTheDeadline();
  }

  @Test
  void dripOfHeadersEndsAtTheDeadline() throws InterruptedException {
    manners =
        out -> {
          write(out, "HTTP/1.1 200 OK\r\n");
          for (int i = 0; !over.await(20, TimeUnit.MILLISECONDS); i++) {
            write(out, "X-" + i + ": x\r\n");
          }
        };
    endsAtTheDeadline();
  }

  private void endsAtTheDeadline() throws InterruptedException {
    long startedAt = System.nanoTime();
    assertThat(word(line().call(get()))).isEqualTo("Lost");
    assertThat(Duration.ofNanos(System.nanoTime() - startedAt))
        .isBetween(LIMITS.answerWithin().minusMillis(50), LIMITS.answerWithin().plusSeconds(5));
  }

  @Test
  void halfAnAnswerIsNone() throws InterruptedException {
    manners = out -> write(out, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"a\"");
    assertThat(word(line().call(get()))).isEqualTo("Lost");
    manners = out -> {};
    assertThat(word(line().call(get()))).isEqualTo("Lost");
    manners = out -> write(out, "rubbish\r\n\r\n");
    assertThat(word(line().call(get()))).isEqualTo("Lost");
  }

  @Test
  void answerOverTheLimitIsNone() throws InterruptedException {
    manners = status("200 OK", "x".repeat(LIMITS.bodyBytesMax()));
    assertThat(word(line().call(get()))).isEqualTo("Answered 200");
    manners = status("200 OK", "x".repeat(LIMITS.bodyBytesMax() + 1));
    assertThat(word(line().call(get()))).isEqualTo("Lost");
    manners =
        out -> {
          write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          while (over.getCount() > 0) {
            write(out, "400\r\n" + "x".repeat(1024) + "\r\n");
          }
        };
    assertThat(word(line().call(get()))).isEqualTo("Lost");
  }

  @Test
  void callsBeyondThePlacesAreNotSent() throws Exception {
    manners = out -> over.await();
    Line line = line();
    Future<Line.Outcome> first = threads.submit(() -> line.call(get()));
    Future<Line.Outcome> second = threads.submit(() -> line.call(get()));
    while (calls.get() < 2) {
      Thread.onSpinWait();
    }
    assertThat(word(line.call(get()))).isEqualTo("NotSent");
    assertThat(calls).hasValue(2);
    assertThat(word(first.get())).isEqualTo("Lost");
    assertThat(word(second.get())).isEqualTo("Lost");
    manners = status("200 OK", "");
    assertThat(word(line.call(get()))).isEqualTo("Answered 200");
  }

  @Test
  void lineRestsAfterManyFailures() throws InterruptedException {
    manners = status("503 Down", "");
    Line line = line();
    for (int i = 0; i < 10; i++) {
      assertThat(word(line.call(get()))).isEqualTo("Answered 503");
    }
    assertThat(word(line.call(get()))).isEqualTo("NotSent");
    assertThat(calls).hasValue(10);
  }

  @Test
  void refusalsAreNoFailuresOfTheLine() throws InterruptedException {
    manners = status("404 Not Found", "");
    Line line = line();
    for (int i = 0; i < 15; i++) {
      assertThat(word(line.call(get()))).isEqualTo("Answered 404");
    }
  }

  @Test
  void nobodyThereIsLost() throws InterruptedException, IOException {
    server.close();
    assertThat(word(line().call(get()))).isEqualTo("Lost");
  }
}
