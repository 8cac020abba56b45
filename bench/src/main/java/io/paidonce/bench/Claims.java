package io.paidonce.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Calls with new keys, and with keys that are done. */
@State(Scope.Benchmark)
public class Claims {

  /** Where each run leaves its calls and effects. */
  static final String COUNTS = "paidonce.bench.counts";

  private static final int DONE_KEYS = 200;

  @Param("OURS_MEMORY")
  public String contestant = "";

  private final LongAdder calls = new LongAdder();
  private final LongAdder effects = new LongAdder();
  private final AtomicLong next = new AtomicLong();
  private final String run = UUID.randomUUID().toString().substring(0, 8);
  private Guard guard = new Nobody();

  private static final class Nobody implements Guard {
    @Override
    public void once(String key, Effect effect) {
      throw new IllegalStateException("not set up");
    }

    @Override
    public void close() {}
  }

  @Setup(Level.Trial)
  public void open() throws Exception {
    guard = Contestant.valueOf(contestant).open(Ground.fromProperties());
    for (int i = 0; i < DONE_KEYS; i++) {
      guard.once(done(i), () -> {});
    }
  }

  private String done(int number) {
    return run + "-done-" + number;
  }

  /** An action that is new: claimed, run and completed. */
  @Benchmark
  public void first() throws Exception {
    calls.increment();
    guard.once(run + "-" + next.incrementAndGet(), effects::increment);
  }

  /** A repetition of what is done. */
  @Benchmark
  public void repeat() throws Exception {
    calls.increment();
    guard.once(done(ThreadLocalRandom.current().nextInt(DONE_KEYS)), effects::increment);
  }

  @TearDown(Level.Trial)
  public void count(BenchmarkParams params) throws Exception {
    guard.close();
    write(params);
  }

  private void write(BenchmarkParams params) throws IOException {
    String name = params.getBenchmark();
    String line =
        String.join(
            "\t",
            contestant,
            name.substring(name.lastIndexOf('.') + 1),
            Integer.toString(params.getThreads()),
            Long.toString(calls.sum()),
            Long.toString(effects.sum()));
    Files.writeString(
        Path.of(System.getProperty(COUNTS, "counts.tsv")),
        line + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
