package io.paidonce.simulator.sending;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.Signed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends notifications over HTTP/1.1 and writes down every attempt. Follows no redirect and waits 5
 * s for an answer, as WeChat Pay does. Thread-safe.
 */
public final class Sender implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();
  private final ExecutorService together =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "simulator-together");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicLong lastId = new AtomicLong();
  private final Clock clock;
  private final AttemptLog log;

  public Sender(Clock clock, AttemptLog log) {
    this.clock = clock;
    this.log = log;
  }

  /** Sends once and judges the answer; a broken connection is an answer, too. */
  public Attempt send(URI url, Dialect dialect, String subject, Signed signed)
      throws InterruptedException {
    String requestId = "sim-" + lastId.incrementAndGet();
    var sentAt = clock.instant();
    long startNanos = System.nanoTime();
    Attempt attempt;
    try {
      HttpResponse<byte[]> answer =
          http.send(request(url, requestId, signed), HttpResponse.BodyHandlers.ofByteArray());
      String type = answer.headers().firstValue("Content-Type").orElse("");
      Verdict verdict = AckRule.judge(dialect, answer.statusCode(), type, answer.body());
      attempt =
          new Attempt(
              requestId,
              dialect,
              subject,
              sentAt,
              Duration.ofNanos(System.nanoTime() - startNanos),
              verdict,
              answer.statusCode(),
              answer.body());
    } catch (IOException e) {
      attempt =
          new Attempt(
              requestId,
              dialect,
              subject,
              sentAt,
              Duration.ofNanos(System.nanoTime() - startNanos),
              Verdict.NO_ANSWER,
              0,
              new byte[0]);
    }
    log.add(attempt);
    return attempt;
  }

  /** Sends the messages at the same instant, each over a connection of its own. */
  public List<Attempt> sendTogether(URI url, Dialect dialect, String subject, List<Signed> messages)
      throws InterruptedException {
    CyclicBarrier barrier = new CyclicBarrier(messages.size());
    List<Callable<Attempt>> tasks = new ArrayList<>();
    for (Signed message : messages) {
      tasks.add(
          () -> {
            await(barrier);
            return send(url, dialect, subject, message);
          });
    }
    List<Attempt> attempts = new ArrayList<>();
    for (Future<Attempt> future : together.invokeAll(tasks)) {
      try {
        attempts.add(future.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("sending " + subject + " failed", e.getCause());
      }
    }
    return attempts;
  }

  @Override
  public void close() {
    together.shutdownNow();
  }

  private static void await(CyclicBarrier barrier) throws InterruptedException {
    try {
      barrier.await();
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException("another sender of the group was interrupted", e);
    }
  }

  private static HttpRequest request(URI url, String requestId, Signed signed) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(url)
            .timeout(ANSWER_TIMEOUT)
            .header("Content-Type", signed.contentType())
            .header("Request-ID", requestId)
            .method(signed.method(), HttpRequest.BodyPublishers.ofByteArray(signed.body()));
    signed
        .headers()
        .forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
    return builder.build();
  }
}
