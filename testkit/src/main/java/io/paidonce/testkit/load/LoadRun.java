package io.paidonce.testkit.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A load of numbered requests over some threads, which ends after a number of requests or a time,
 * whichever comes first.
 */
public record LoadRun(int threads, long requestsMax, Duration timeMax) {

  /** Failures kept whole in a report; the others are only counted. */
  public static final int FAILURES_KEPT_MAX = 20;

  /** Time beyond the bound in which requests under way must come to an end. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  public LoadRun {
    if (threads < 1 || requestsMax < 1 || timeMax.isNegative() || timeMax.isZero()) {
      throw new IllegalArgumentException("a load has threads, requests and time");
    }
  }

  /** One request. */
  @FunctionalInterface
  public interface Request {
    /** Sends the request with this number, from 0; throwing counts as a failure. */
    void send(long number) throws Exception;
  }

  /** What was done: each number below {@code sent} was sent once. */
  public record Report(long sent, long failed, Duration took, List<Throwable> failures) {

    public Report {
      failures = List.copyOf(failures);
    }

    /** Requests that did not throw. */
    public long succeeded() {
      return sent - failed;
    }

    /** Requests per second, failed ones included. */
    public long perSecond() {
      return sent * Duration.ofSeconds(1).toNanos() / Math.max(1, took.toNanos());
    }
  }

  /** Runs the load to its end on new threads. */
  public Report run(Request request) {
    AtomicLong next = new AtomicLong();
    AtomicLong sent = new AtomicLong();
    Failures failures = new Failures();
    long start = System.nanoTime();
    long end = start + timeMax.toNanos();
    Simultaneously.run(
            threads,
            timeMax.plus(GRACE),
            () -> {
              while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
                long number = next.getAndIncrement();
                if (number >= requestsMax) {
                  break;
                }
                sent.incrementAndGet();
                send(request, number, failures);
              }
              return true;
            })
        .all();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new Report(sent.get(), failures.count(), took, failures.kept());
  }

  private static void send(Request request, long number, Failures failures) {
    try {
      request.send(number);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add(e);
    } catch (Exception | AssertionError e) {
      failures.add(e);
    }
  }

  private static final class Failures {
    private final List<Throwable> kept = new ArrayList<>();
    private long count;

    synchronized void add(Throwable failure) {
      count++;
      if (kept.size() < FAILURES_KEPT_MAX) {
        kept.add(failure);
      }
    }

    synchronized long count() {
      return count;
    }

    synchronized List<Throwable> kept() {
      return List.copyOf(kept);
    }
  }
}
