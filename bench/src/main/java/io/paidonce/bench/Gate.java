package io.paidonce.bench;

import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What everybody must do before being ranked: one effect for each key that is called by many at
 * once, called again when it is done, or called again after a failure.
 */
final class Gate {

  private static final int THREADS = 8;
  private static final int RETRIES = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /**
   * What came of it.
   *
   * @param keys how many effects there should be
   * @param effects how many there were
   * @param faults what was wrong, in words; empty if nothing
   * @param thrown the types of what calls ended with, besides the failure of the work: how the
   *     contestant says "duplicate", or that it is set up wrong
   */
  record Verdict(int keys, int effects, List<String> faults, Set<String> thrown) {
    boolean passed() {
      return faults.isEmpty();
    }
  }

  /** What the work fails with. */
  private static final class WorkFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    WorkFailed() {
      super("the work fails");
    }
  }

  private final Guard guard;
  private final int keys;
  private final String run = UUID.randomUUID().toString().substring(0, 8);
  private final List<String> faults = new ArrayList<>();
  private final Set<String> thrown = new ConcurrentSkipListSet<>();
  private int effects;

  private Gate(Guard guard, int keys) {
    this.guard = guard;
    this.keys = keys;
  }

  /** Judges by this many keys in each of the three parts. */
  static Verdict judge(Guard guard, int keys) throws Exception {
    Gate gate = new Gate(guard, keys);
    gate.manyAtOnce();
    gate.again();
    gate.afterFailure();
    return new Verdict(3 * keys, gate.effects, List.copyOf(gate.faults), Set.copyOf(gate.thrown));
  }

  private void found(String part, int count) {
    effects += count;
    if (count > keys) {
      faults.add(part + ": " + count + " effects of " + keys + " keys");
    }
    if (count < keys) {
      faults.add(part + ": only " + count + " effects of " + keys + " keys");
    }
  }

  /** The first holds still in its work until the others have been answered, or for a moment. */
  private void manyAtOnce() {
    AtomicInteger count = new AtomicInteger();
    for (int i = 0; i < keys; i++) {
      String key = run + "-race-" + i;
      CountDownLatch others = new CountDownLatch(THREADS - 1);
      List<Boolean> ended =
          Simultaneously.run(
                  THREADS,
                  PATIENCE,
                  () -> {
                    attempt(
                        key,
                        () -> {
                          count.incrementAndGet();
                          boolean unused = others.await(50, TimeUnit.MILLISECONDS);
                        });
                    others.countDown();
                    return true;
                  })
              .all();
      if (ended.size() != THREADS) {
        throw new IllegalStateException("a call has no end");
      }
    }
    found("called by " + THREADS + " at once", count.get());
  }

  private void again() {
    AtomicInteger count = new AtomicInteger();
    for (int i = 0; i < keys; i++) {
      String key = run + "-again-" + i;
      for (int time = 0; time < RETRIES; time++) {
        attempt(key, count::incrementAndGet);
      }
    }
    found("called again when done", count.get());
  }

  private void afterFailure() {
    AtomicInteger count = new AtomicInteger();
    for (int i = 0; i < keys; i++) {
      String key = run + "-failure-" + i;
      attempt(
          key,
          () -> {
            throw new WorkFailed();
          });
      for (int time = 0; time < RETRIES; time++) {
        attempt(key, count::incrementAndGet);
      }
    }
    found("called again after a failure", count.get());
  }

  /** Whatever a guard throws, only the effects are judged: each says "duplicate" in its own way. */
  private void attempt(String key, Guard.Effect effect) {
    try {
      guard.once(key, effect);
    } catch (WorkFailed expected) {
      return;
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      thrown.add(e.getClass().getSimpleName());
    }
  }
}
