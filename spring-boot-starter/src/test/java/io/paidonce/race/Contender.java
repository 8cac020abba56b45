package io.paidonce.race;

import io.paidonce.Answer;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Layer;
import io.paidonce.Operation;
import io.paidonce.Outage;
import io.paidonce.StoreUnavailableException;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.load.Simultaneously;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * One JVM of a race: 64 threads, each of which calls every key of a round, as soon as somebody says
 * go. It counts how often it ran each key, and how it was answered otherwise.
 */
final class Contender implements AutoCloseable {

  static final int THREADS = 64;
  static final int KEYS_PER_ROUND = 50;
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final Operation<String> OPERATION =
      Operation.of("race", String.class).withWait(Duration.ofSeconds(2));

  /** What one round came to here: runs of each key, and answers that were no runs. */
  record Round(List<Integer> runs, int replayed, int inProgress, String broken) {

    String line() {
      return runs.stream().map(String::valueOf).reduce((a, b) -> a + "," + b).orElse("")
          + ";"
          + replayed
          + ";"
          + inProgress
          + ";"
          + broken.replace('\n', ' ').replace(';', ' ');
    }

    static Round of(String line) {
      String[] part = line.split(";", -1);
      List<Integer> runs = List.of(part[0].split(",")).stream().map(Integer::valueOf).toList();
      return new Round(runs, Integer.parseInt(part[1]), Integer.parseInt(part[2]), part[3]);
    }
  }

  private final IdempotencyEngine engine = IdempotencyEngine.plain();
  private final Arena.Opened opened;
  private final IdempotencyTemplate template;

  Contender(Arena arena) {
    this.opened = arena.open();
    this.template = engine.template(Layer.lease(opened.store(), Outage.FAIL));
    Eventually.until(this::connected, DEADLINE); // a cold JVM may need longer than a step may take
  }

  private boolean connected() {
    try {
      return opened.store().find(OPERATION.key("nobody's")).isEmpty();
    } catch (StoreUnavailableException e) {
      return false;
    }
  }

  Round run(int round) {
    AtomicIntegerArray runs = new AtomicIntegerArray(KEYS_PER_ROUND);
    AtomicIntegerArray answers = new AtomicIntegerArray(2);
    String broken = "";
    try {
      Simultaneously.<Boolean>run(THREADS, DEADLINE, () -> all(round, runs, answers)).all();
    } catch (AssertionError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      broken = e.getMessage() + " " + cause;
    }
    List<Integer> counts = IntStream.range(0, KEYS_PER_ROUND).mapToObj(runs::get).toList();
    return new Round(counts, answers.get(0), answers.get(1), broken);
  }

  private boolean all(int round, AtomicIntegerArray runs, AtomicIntegerArray answers) {
    for (int i = 0; i < KEYS_PER_ROUND; i++) {
      int key = i;
      Answer<String> answer =
          template.call(
              OPERATION,
              OPERATION.key(round + "-" + key),
              null,
              execution -> {
                runs.incrementAndGet(key);
                return "result of " + round + "-" + key;
              });
      if (answer instanceof Answer.Replayed<String> it) {
        if (!it.value().equals("result of " + round + "-" + key)) {
          throw new IllegalStateException("another key's result: " + it.value());
        }
        answers.incrementAndGet(0);
      } else if (answer instanceof Answer.Refused<String> it) {
        if (it.reason() != Reason.IN_PROGRESS) {
          throw new IllegalStateException("refused as " + it.reason());
        }
        answers.incrementAndGet(1);
      }
    }
    return true;
  }

  @Override
  public void close() {
    opened.close();
    engine.close();
  }

  /**
   * Takes part from another JVM: reads a round's number a line, and answers with what came of it.
   */
  public static void main(String[] arguments) throws IOException {
    try (Contender contender = new Contender(Arena.of(List.of(arguments).subList(1, 5)));
        Socket socket =
            new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
      out.println("ready");
      String line = in.readLine();
      while (line != null) {
        out.println(contender.run(Integer.parseInt(Objects.requireNonNull(line))).line());
        line = in.readLine();
      }
    }
  }
}
