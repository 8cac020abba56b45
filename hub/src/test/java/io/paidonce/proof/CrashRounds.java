package io.paidonce.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.Checkpoint;
import io.paidonce.rig.ChildHub;
import io.paidonce.rig.HubClient;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.load.AckLog;
import io.paidonce.testkit.load.LoadRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rounds of: load, sudden death of the hub in the middle, a look at what is stored, a new hub on
 * the same database, and the provider's repeats of what was not acknowledged. The hub that
 * recovered is the next round's victim.
 */
final class CrashRounds implements AutoCloseable {

  private static final int ORDERS = 200;
  private static final int THREADS = 24;
  private static final Duration LOAD_MAX = Duration.ofMinutes(5);

  /** Opening an H2 file that was left by a crash takes its time on a busy machine. */
  private static final Duration OPEN_MAX = Duration.ofSeconds(30);

  /** Ten seconds are promised; as many again for a machine that is busy with other builds. */
  private static final Duration RECOVERY_MAX = Duration.ofSeconds(20);

  private final Database database;
  private final TestShop shop;
  private final Random random;
  private final Path directory;
  private final List<Paid> finished = new ArrayList<>();
  private ChildHub hub;
  private Path trigger;
  private int rounds;
  private int roundsWithUnapplied;

  CrashRounds(Database database, TestShop shop, Random random, Path directory) {
    this.database = database;
    this.shop = shop;
    this.random = random;
    this.directory = directory;
    this.trigger = directory.resolve("die-0");
    this.hub = start();
    System.out.printf(
        "%-10s %-24s %9s %9s %9s %9s %9s%n",
        "engine", "death", "answered", "taken", "unapplied", "repeated", "recovered");
  }

  /** Where the hub dies. */
  enum Death {
    /** SIGKILL from outside, after a random number of answers. */
    KILL(""),
    INBOX_BEFORE_COMMIT(Checkpoint.INBOX_BEFORE_COMMIT),
    INBOX_AFTER_COMMIT(Checkpoint.INBOX_AFTER_COMMIT),
    PIPELINE_BEFORE_COMMIT(Checkpoint.PIPELINE_BEFORE_COMMIT),
    PIPELINE_AFTER_COMMIT(Checkpoint.PIPELINE_AFTER_COMMIT);

    private final String place;

    Death(String place) {
      this.place = place;
    }

    /**
     * At which pass. The inbox is passed at least once per {@link #THREADS} deliveries, since each
     * thread waits for its answer; the pipeline may take many at once.
     */
    private int pass(Random random) {
      return this == PIPELINE_BEFORE_COMMIT || this == PIPELINE_AFTER_COMMIT
          ? 1 + random.nextInt(2)
          : 2 + random.nextInt(4);
    }
  }

  /** One round. */
  void round(Death death) {
    rounds++;
    List<Paid> paid = Paid.orders(shop, hub.client(), "r" + rounds, ORDERS);
    Set<String> acknowledged = loadUntil(death, paid);
    Eventually.passes(() -> database.dataSource().getConnection().close(), OPEN_MAX);
    Facts facts = new Facts(database);
    Set<String> taken = facts.taken();
    Set<String> unapplied = facts.undecided();
    unapplied.retainAll(acknowledged);
    assertThat(taken).as("numbers taken in").containsAll(acknowledged);
    facts.nothingIsDoneTwice();
    database.release();
    long takenNow = paid.stream().filter(one -> taken.contains(one.orderNo())).count();
    roundsWithUnapplied += unapplied.isEmpty() ? 0 : 1;

    hub = start();
    long ready = System.nanoTime();
    List<Paid> repeated =
        paid.stream().filter(one -> !acknowledged.contains(one.orderNo())).toList();
    awaitSuccess(paid.stream().filter(one -> unapplied.contains(one.orderNo())).toList());
    Duration recovered = Duration.ofNanos(System.nanoTime() - ready);
    repeat(repeated);
    awaitSuccess(paid);
    System.out.printf(
        "%-10s %-24s %9d %9d %9d %9d %7d ms%n",
        database.engine(),
        death,
        acknowledged.size(),
        takenNow,
        unapplied.size(),
        repeated.size(),
        recovered.toMillis());
    assertThat(recovered)
        .as("from readiness to the last effect of what was answered")
        .isLessThan(RECOVERY_MAX);
    finished.addAll(paid);
  }

  /** A payment on the idle hub, and how long until its effect is seen. */
  Duration effectWhenIdle() {
    Paid one = Paid.orders(shop, hub.client(), "idle", 1).get(0);
    long start = System.nanoTime();
    assertThat(one.deliver(hub.client())).isTrue();
    hub.client().orderIn(one.orderNo(), "SUCCESS");
    finished.add(one);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Stops the hub in an orderly way and compares everything with what was acknowledged. */
  void finish() {
    hub.process().terminate(Duration.ofSeconds(60));
    Eventually.passes(() -> database.dataSource().getConnection().close(), OPEN_MAX);
    Facts facts = new Facts(database);
    facts.eachIsAppliedOnce(finished);
    assertThat(facts.numbers("SELECT outcome, COUNT(*) FROM notification GROUP BY outcome"))
        .isEqualTo(Map.of("APPLIED", (long) finished.size()));
    assertThat(facts.number("SELECT COUNT(*) FROM problem_case")).isZero();
  }

  /** In how many of the rounds the death took effects with it. */
  int roundsWithUnapplied() {
    return roundsWithUnapplied;
  }

  @Override
  public void close() {
    hub.close();
  }

  private Set<String> loadUntil(Death death, List<Paid> paid) {
    HubClient client = hub.client();
    int fatal = 1 + random.nextInt(ORDERS * 3 / 4);
    AtomicInteger answers = new AtomicInteger();
    if (death != Death.KILL) {
      arm(death.place + ":" + death.pass(random));
    }
    try (AckLog log = AckLog.open(directory.resolve("acknowledged-" + rounds))) {
      new LoadRun(THREADS, ORDERS, LOAD_MAX)
          .run(
              i -> {
                Paid one = paid.get((int) i);
                if (one.deliver(client)) {
                  log.acknowledged(one.orderNo());
                  if (death == Death.KILL && answers.incrementAndGet() == fatal) {
                    hub.process().killHard();
                  }
                }
              });
      awaitDeath(death);
      hub.close();
      return new HashSet<>(log.ids());
    }
  }

  /** A pipeline that took all in one pass never got to its second: it is killed instead. */
  private void awaitDeath(Death death) {
    try {
      assertThat(hub.process().awaitExit(Duration.ofSeconds(20))).isEqualTo(137);
    } catch (AssertionError e) {
      if (hub.process().exited().isPresent()) {
        throw e;
      }
      System.out.println("not reached, and killed instead: " + death);
      hub.process().killHard();
    }
  }

  private void awaitSuccess(List<Paid> paid) {
    if (!paid.isEmpty()) {
      LoadRun.Report report =
          new LoadRun(4, paid.size(), LOAD_MAX)
              .run(i -> hub.client().orderIn(paid.get((int) i).orderNo(), "SUCCESS"));
      assertThat(report.failures()).isEmpty();
    }
  }

  private void repeat(List<Paid> paid) {
    if (paid.isEmpty()) {
      return;
    }
    LoadRun.Report report =
        new LoadRun(8, paid.size(), LOAD_MAX)
            .run(i -> assertThat(paid.get((int) i).deliver(hub.client())).isTrue());
    assertThat(report.failures()).isEmpty();
  }

  /** Every other hub hands little over in memory, so that its sweeper has most of the work. */
  private ChildHub start() {
    trigger = directory.resolve("die-" + rounds);
    Map<String, String> settings =
        rounds % 2 == 0 ? Map.of() : Map.of("paidonce.pipeline.pending-max", "4");
    return ChildHub.on(database, settings, "@" + trigger);
  }

  private void arm(String wish) {
    try {
      Path written = Files.writeString(directory.resolve("wish"), wish);
      Files.move(written, trigger, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
