package io.paidonce.storm;

import io.paidonce.DuplicateRequestException;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Load that goes on before, during and after a fault: several threads take each key at about the
 * same time, and old ones come again.
 */
final class Storm {

  private static final int THREADS = 8;
  private static final int CALLS_PER_KEY = 4;
  private static final int CALLS_AROUND = 400;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Shop shop;
  private final String prefix;
  private final long seed;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicLong longestNanos = new AtomicLong();
  private final Map<String, AtomicInteger> answers = new ConcurrentSkipListMap<>();
  private final List<Throwable> broken = new CopyOnWriteArrayList<>();
  private volatile boolean over;
  private int before;
  private int during;

  Storm(Shop shop, String prefix) {
    this.shop = shop;
    this.prefix = prefix;
    this.seed = Seeds.next("Storm " + prefix);
  }

  /** Lets time pass under load. */
  static void pass(Duration time) {
    long begun = System.nanoTime();
    Eventually.until(() -> System.nanoTime() - begun >= time.toNanos(), PATIENCE);
  }

  /** Runs the load; the fault comes and goes while it runs. */
  void during(Runnable fault) {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(seed + i);
        threads.execute(() -> load(random));
      }
      more(CALLS_AROUND);
      before = calls.get();
      fault.run();
      during = calls.get() - before;
      more(CALLS_AROUND);
    } finally {
      over = true;
      threads.shutdown();
      awaitEnd(threads);
    }
  }

  private static void awaitEnd(ExecutorService threads) {
    try {
      if (!threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("calls hang");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void more(int count) {
    int now = calls.get();
    Eventually.until(() -> calls.get() >= now + count, PATIENCE);
  }

  private void load(Random random) {
    while (!over) {
      int call = calls.getAndIncrement();
      int newest = call / CALLS_PER_KEY;
      int key = random.nextInt(5) == 0 ? random.nextInt(newest + 1) : newest;
      long begun = System.nanoTime();
      String answer = call(prefix + key);
      long took = System.nanoTime() - begun;
      longestNanos.accumulateAndGet(took, Math::max);
      answers.computeIfAbsent(answer, it -> new AtomicInteger()).incrementAndGet();
    }
  }

  private String call(String key) {
    try {
      shop.payOnRecord(key);
      return "ran";
    } catch (DuplicateRequestException e) {
      return e.reason().name();
    } catch (RuntimeException e) {
      broken.add(e);
      return e.getClass().getSimpleName();
    }
  }

  /** Calls every key once more, as whoever was told that it is in progress does. */
  void finish() {
    for (String key : keys()) {
      Eventually.until(
          () -> {
            String answer = call(key);
            return answer.equals("ran") || answer.equals(Reason.COMPLETED.name());
          },
          PATIENCE);
    }
  }

  List<String> keys() {
    return IntStream.rangeClosed(0, (calls.get() - 1) / CALLS_PER_KEY)
        .mapToObj(key -> prefix + key)
        .toList();
  }

  Duration longest() {
    return Duration.ofNanos(longestNanos.get());
  }

  List<Throwable> broken() {
    return broken;
  }

  @Override
  public String toString() {
    return prefix
        + ": "
        + before
        + " calls before, "
        + during
        + " during, "
        + (calls.get() - before - during)
        + " after; "
        + answers
        + "; longest "
        + longest().toMillis()
        + " ms";
  }
}
