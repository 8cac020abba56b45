package io.paidonce.hub.asking;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.paidonce.hub.provider.Call;
import io.paidonce.hub.provider.Reply;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP line to one provider's host. A call takes a place, leaves once, and ends at its deadline
 * whatever the other side does; it is never repeated here and never redirected. After many failures
 * the line rests for a while and calls end at once.
 *
 * <p>Thread-safe; the calling thread waits.
 */
public final class Line {

  private static final Logger LOG = LoggerFactory.getLogger(Line.class);
  private static final int BREAKER_WINDOW = 20;
  private static final int BREAKER_CALLS_MIN = 10;
  private static final int BREAKER_FAILURES_PERCENT = 50;
  private static final int BREAKER_PROBES = 2;

  /**
   * The limits of a line.
   *
   * @param connectWithin until the connection stands
   * @param answerWithin from the start of the call to the last byte of its answer
   * @param places calls under way at the same time
   * @param placeWait how long a call waits for a place
   * @param bodyBytesMax of an answer; a longer one is no answer
   * @param rest how long the line rests after many failures
   */
  public record Limits(
      Duration connectWithin,
      Duration answerWithin,
      int places,
      Duration placeWait,
      int bodyBytesMax,
      Duration rest) {

    /** What suits both providers. */
    public static final Limits USUAL =
        new Limits(
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            8,
            Duration.ofMillis(200),
            256 * 1024,
            Duration.ofSeconds(15));

    public Limits {
      if (places < 1 || bodyBytesMax < 1) {
        throw new IllegalArgumentException("a line needs a place and room for an answer");
      }
    }
  }

  /** What became of a call. */
  public sealed interface Outcome {

    /** An answer came, of whatever status. */
    record Answered(Reply reply) implements Outcome {}

    /** Nothing was sent: no place was free, or the line rests. */
    record NotSent(String reason) implements Outcome {}

    /** It was sent, perhaps, and no whole answer came: it may have been done or not. */
    record Lost(String reason) implements Outcome {}

    /** The value of the case that holds. */
    default <T> T fold(
        Function<Answered, T> answered, Function<NotSent, T> notSent, Function<Lost, T> lost) {
      if (this instanceof Answered a) {
        return answered.apply(a);
      }
      if (this instanceof NotSent n) {
        return notSent.apply(n);
      }
      return lost.apply((Lost) this);
    }
  }

  private final String name;
  private final Limits limits;
  private final Clock clock;
  private final HttpClient client;
  private final Semaphore places;
  private final CircuitBreaker breaker;

  /**
   * A line that has not connected yet.
   *
   * @param name of the host, for the log
   * @param clock tells when an answer had arrived
   */
  public Line(String name, Limits limits, Clock clock) {
    this.name = name;
    this.limits = limits;
    this.clock = clock;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(limits.connectWithin())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    this.places = new Semaphore(limits.places());
    this.breaker =
        CircuitBreaker.of(
            "line-" + name,
            CircuitBreakerConfig.custom()
                .slidingWindowSize(BREAKER_WINDOW)
                .minimumNumberOfCalls(BREAKER_CALLS_MIN)
                .failureRateThreshold(BREAKER_FAILURES_PERCENT)
                .waitDurationInOpenState(limits.rest())
                .permittedNumberOfCallsInHalfOpenState(BREAKER_PROBES)
                .build());
    breaker
        .getEventPublisher()
        .onStateTransition(
            event ->
                LOG.warn("line.breaker line={} transition={}", name, event.getStateTransition()));
  }

  /**
   * Sends the call once and waits for the whole answer.
   *
   * @throws InterruptedException if this thread is interrupted; the call is given up
   */
  public Outcome call(Call call) throws InterruptedException {
    if (!places.tryAcquire(limits.placeWait().toNanos(), TimeUnit.NANOSECONDS)) {
      return new Outcome.NotSent("busy: all " + limits.places() + " places of " + name + " taken");
    }
    try {
      if (!breaker.tryAcquirePermission()) {
        return new Outcome.NotSent("resting: " + name + " failed too often");
      }
      return send(call);
    } finally {
      places.release();
    }
  }

  private Outcome send(Call call) throws InterruptedException {
    long startedAt = System.nanoTime();
    boolean recorded = false;
    CompletableFuture<HttpResponse<byte[]>> answer = null;
    try {
      answer = client.sendAsync(request(call), info -> new BoundedBody(limits.bodyBytesMax()));
      HttpResponse<byte[]> response =
          answer.get(limits.answerWithin().toNanos(), TimeUnit.NANOSECONDS);
      record(startedAt, response.statusCode() < 500 && response.statusCode() != 429);
      recorded = true;
      return new Outcome.Answered(
          new Reply(
              response.statusCode(), response.headers().map(), response.body(), clock.instant()));
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return lost(call, cause.getClass().getSimpleName());
    } catch (TimeoutException e) {
      return lost(call, "no whole answer within " + limits.answerWithin());
    } finally {
      if (answer != null) {
        answer.cancel(true);
      }
      if (!recorded) {
        record(startedAt, false);
      }
    }
  }

  private void record(long startedAt, boolean good) {
    long took = System.nanoTime() - startedAt;
    if (good) {
      breaker.onSuccess(took, TimeUnit.NANOSECONDS);
    } else {
      breaker.onError(took, TimeUnit.NANOSECONDS, new IllegalStateException("failed"));
    }
  }

  private Outcome lost(Call call, String why) {
    LOG.info("line.lost line={} call={} because {}", name, call, why);
    return new Outcome.Lost(why);
  }

  private static HttpRequest request(Call call) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(call.uri())
            .method(
                call.method(),
                call.body().length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(call.body()));
    call.headers().forEach(request::header);
    return request.build();
  }
}
