package io.paidonce.bench;

import io.paidonce.bench.Gate.Verdict;
import io.paidonce.bench.Report.Figure;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.redis.RedisCluster;
import io.paidonce.testkit.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures what claims cost, ours beside others, on real servers of its own, and counts effects.
 *
 * <p>Arguments: {@code --quick} for short runs, and {@code --out FILE} for the tables.
 */
public final class Bench {

  private static final int GATE_KEYS = 20;

  private Bench() {}

  public static void main(String[] arguments) throws Exception {
    boolean quick = false;
    Path file = Path.of("benchmarks.md");
    for (Iterator<String> words = List.of(arguments).iterator(); words.hasNext(); ) {
      String word = words.next();
      if (word.equals("--quick")) {
        quick = true;
      } else if (word.equals("--out") && words.hasNext()) {
        file = Path.of(words.next()).toAbsolutePath();
      } else {
        System.err.println("bench: there is no option " + word + "; see --help");
        System.exit(2);
      }
    }
    try (RedisProcess redis = RedisProcess.start();
        RedisCluster cluster = RedisCluster.start();
        Database postgres = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        Database mariadb = DatabaseServer.of(Engine.MARIADB).freshDatabase()) {
      Ground ground = ground(redis, cluster, postgres, mariadb);
      Map<Contestant, Verdict> verdicts = gate(ground);
      String report = new Report(verdicts, figures(ground, quick)).text();
      Files.writeString(file, report);
      System.out.println();
      System.out.println(report);
      System.out.println("written to " + file);
    }
  }

  static Ground ground(
      RedisProcess redis, RedisCluster cluster, Database postgres, Database mariadb) {
    return new Ground(
        redis.host() + ":" + redis.port(),
        cluster.nodes().stream()
            .map(it -> it.host() + ":" + it.port())
            .collect(Collectors.joining(",")),
        new Ground.Address(postgres.jdbcUrl(), postgres.username(), postgres.password()),
        new Ground.Address(mariadb.jdbcUrl(), mariadb.username(), mariadb.password()));
  }

  private static Map<Contestant, Verdict> gate(Ground ground) throws Exception {
    Map<Contestant, Verdict> verdicts = new EnumMap<>(Contestant.class);
    for (Contestant it : Contestant.values()) {
      try (Guard guard = it.open(ground)) {
        Verdict verdict = Gate.judge(guard, GATE_KEYS);
        verdicts.put(it, verdict);
        System.out.printf(
            "gate: %s on %s: %s%n",
            it.title(), it.store(), verdict.passed() ? "passed" : verdict.faults());
      }
    }
    return verdicts;
  }

  private static List<Figure> figures(Ground ground, boolean quick)
      throws IOException, RunnerException {
    Path counts = Files.createTempFile("paidonce-bench", ".tsv");
    try {
      List<RunResult> results = new ArrayList<>();
      for (int threads : new int[] {1, 8}) {
        results.addAll(new Runner(options(ground, counts, threads, quick)).run());
      }
      return figures(results, counts);
    } finally {
      Files.delete(counts);
    }
  }

  private static org.openjdk.jmh.runner.options.Options options(
      Ground ground, Path counts, int threads, boolean quick) {
    List<String> jvm = new ArrayList<>(ground.options());
    jvm.add("-D" + Claims.COUNTS + "=" + counts);
    jvm.add("-Xmx1g");
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(Claims.class.getName())
            .mode(Mode.Throughput)
            .threads(threads)
            .forks(1)
            .warmupIterations(quick ? 1 : 2)
            .warmupTime(TimeValue.milliseconds(quick ? 500 : 2_500))
            .measurementIterations(quick ? 2 : 5)
            .measurementTime(TimeValue.milliseconds(quick ? 500 : 1_500))
            .shouldFailOnError(true)
            .jvmArgsAppend(jvm.toArray(String[]::new));
    return options
        .param(
            "contestant",
            Stream.of(Contestant.values()).map(Contestant::name).toArray(String[]::new))
        .build();
  }

  private static List<Figure> figures(List<RunResult> results, Path counts) throws IOException {
    Map<String, String[]> counted = new HashMap<>();
    for (String line : Files.readAllLines(counts)) {
      String[] part = line.split("\t", -1);
      counted.put(part[0] + " " + part[1] + " " + part[2], part);
    }
    List<Figure> figures = new ArrayList<>();
    for (RunResult it : results) {
      String who = it.getParams().getParam("contestant");
      String name = it.getPrimaryResult().getLabel();
      int threads = it.getParams().getThreads();
      String[] part = counted.get(who + " " + name + " " + threads);
      if (part == null) {
        throw new IllegalStateException("no effects were counted of " + who + " " + name);
      }
      figures.add(
          new Figure(
              Contestant.valueOf(who),
              name,
              threads,
              it.getPrimaryResult().getScore(),
              it.getPrimaryResult().getScoreError(),
              Long.parseLong(part[3]),
              Long.parseLong(part[4])));
    }
    return figures;
  }
}
