package io.paidonce.simulator.sending;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The attempts of a run, in order of completion; of more than {@value #ATTEMPTS_MAX} the oldest are
 * forgotten. Thread-safe.
 */
public final class AttemptLog {

  /** Most attempts kept. */
  public static final int ATTEMPTS_MAX = 20_000;

  private final Deque<Attempt> attempts = new ArrayDeque<>();
  private final IntConsumer onSize;

  public AttemptLog() {
    this(size -> {});
  }

  /** A log that reports its size after each attempt, on the sending thread. */
  public AttemptLog(IntConsumer onSize) {
    this.onSize = onSize;
  }

  void add(Attempt attempt) {
    int size;
    synchronized (attempts) {
      attempts.add(attempt);
      if (attempts.size() > ATTEMPTS_MAX) {
        attempts.removeFirst();
      }
      size = attempts.size();
    }
    onSize.accept(size);
  }

  /** A copy. */
  public List<Attempt> all() {
    synchronized (attempts) {
      return List.copyOf(attempts);
    }
  }

  public int size() {
    synchronized (attempts) {
      return attempts.size();
    }
  }
}
