package io.paidonce.simulator.sending;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Every attempt of a run, in order of completion. Thread-safe. */
public final class AttemptLog {

  private final List<Attempt> attempts = new ArrayList<>();
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
