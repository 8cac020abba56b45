package io.paidonce.testkit.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs work on many threads that all begin at one instant, each with a thread of its own. */
public final class Simultaneously {

  private Simultaneously() {}

  /**
   * What came of it: what the threads returned, and what they threw, both in the order of the work.
   */
  public record Outcome<T>(List<T> results, List<Throwable> failures) {

    public Outcome {
      results = List.copyOf(results);
      failures = List.copyOf(failures);
    }

    /** The results, if no thread has thrown; else an error with the first failure as its cause. */
    public List<T> all() {
      if (!failures.isEmpty()) {
        Throwable first = failures.get(0);
        throw new AssertionError(failures.size() + " failed, the first by " + first, first);
      }
      return results;
    }
  }

  /** Runs the same work on this many threads. */
  public static <T> Outcome<T> run(int threads, Duration deadline, Callable<T> work) {
    return run(Collections.nCopies(threads, work), deadline);
  }

  /**
   * Runs each piece of work on a thread of its own. Work must not return null.
   *
   * @throws AssertionError when the deadline passes first; the threads are then interrupted
   */
  public static <T> Outcome<T> run(List<Callable<T>> work, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    CyclicBarrier start = new CyclicBarrier(work.size());
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      List<Future<T>> futures = new ArrayList<>();
      work.forEach(piece -> futures.add(threads.submit(() -> atOnce(start, piece))));
      return collect(futures, end, deadline);
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> T atOnce(CyclicBarrier start, Callable<T> piece) throws Exception {
    try {
      start.await();
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException("another thread did not begin", e);
    }
    return piece.call();
  }

  private static <T> Outcome<T> collect(List<Future<T>> futures, long end, Duration deadline) {
    List<T> results = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (Future<T> future : futures) {
      try {
        results.add(future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS));
      } catch (ExecutionException e) {
        failures.add(e.getCause() == null ? e : e.getCause());
      } catch (TimeoutException e) {
        int open = futures.size() - results.size() - failures.size();
        throw new AssertionError(open + " of " + futures.size() + " open after " + deadline, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while waiting", e);
      }
    }
    return new Outcome<>(results, failures);
  }
}
