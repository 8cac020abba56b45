package io.paidonce.simulator.story;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.sending.Attempt;
import io.paidonce.simulator.sending.AttemptLog;
import io.paidonce.simulator.sending.Courier;
import io.paidonce.simulator.sending.Pacer;
import io.paidonce.simulator.sending.Sender;
import io.paidonce.simulator.sending.Verdict;
import java.io.PrintStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The demo from the first order to the verdict: start the hub, play every script side by side, kill
 * the hub in the middle, start it again, wait until everything settled, judge.
 */
public final class Story {

  /** A provider's day in half a minute. */
  private static final int COMPRESSION = 3_000;

  private static final int SIDE_BY_SIDE = 24;

  /** How long the hub may take to show the effects of everything, unless said otherwise. */
  public static final Duration SETTLE_DEADLINE = Duration.ofSeconds(30);

  private final Setting setting;
  private final HubProcess hub;
  private final Clock clock;
  private final Pacer pacer;
  private final PrintStream out;

  /**
   * What is fixed before the story begins.
   *
   * @param hub address of the hub
   * @param seed of order, nonces and numbers; not of keys
   * @param settle how long the hub may take to show the effects of everything
   */
  public record Setting(URI hub, Cast cast, long seed, Duration settle) {}

  public Story(Setting setting, HubProcess hub, Clock clock, Pacer pacer, PrintStream out) {
    this.setting = setting;
    this.hub = hub;
    this.clock = clock;
    this.pacer = pacer;
    this.out = out;
  }

  /**
   * Tells the story; the hub is running when it returns.
   *
   * @throws StoryFailed when the hub does not start or refuses what every hub must do
   */
  public Outcome tell() throws InterruptedException {
    out.println("starting the hub ...");
    hub.start();
    List<Script> scripts = Plan.write(setting.cast(), clock.instant(), new Random(setting.seed()));
    int planned = scripts.stream().mapToInt(Script::sends).sum();
    out.printf(
        "playing %d orders, %d deliveries, seed %d%n", scripts.size(), planned, setting.seed());

    CountDownLatch midTraffic = new CountDownLatch(planned * 2 / 5);
    AttemptLog log = new AttemptLog(size -> midTraffic.countDown());
    Findings findings = new Findings();
    HubApi api = new HubApi(setting.hub(), setting.cast().apiKey());
    try (Sender sender = new Sender(clock, log)) {
      Player player =
          new Player(api, new Courier(sender, clock, pacer, COMPRESSION), pacer, findings);
      play(scripts, player, midTraffic);
      player.resendGivenUp();
      out.printf("all sent: %d deliveries; comparing with the hub ...%n", log.size());
      Judge judge = new Judge(api, player, findings, new Patience(setting.settle(), pacer));
      Map<Dialect, Integer> applied = judge.judge(scripts);
      wrongBytes(log.all(), findings);
      return new Outcome(
          setting.seed(),
          player.created(),
          Outcome.repeats(log.all()),
          pairs(scripts),
          Outcome.rows(log.all(), applied),
          findings.all());
    }
  }

  private void play(List<Script> scripts, Player player, CountDownLatch midTraffic)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(SIDE_BY_SIDE, Story::daemon);
    try {
      join(submit(pool, scripts, player::prepare));
      out.printf("%d orders created; the providers begin to send ...%n", player.created());
      List<Future<?>> playing = submit(pool, scripts, player::play);
      awaitMidTraffic(midTraffic, playing);
      out.println("mid-traffic: killing the hub, starting it again ...");
      hub.killHard();
      hub.start();
      join(playing);
    } finally {
      pool.shutdownNow();
    }
  }

  private interface Act {
    void on(Script script) throws InterruptedException;
  }

  private static List<Future<?>> submit(ExecutorService pool, List<Script> scripts, Act act) {
    List<Future<?>> acting = new ArrayList<>();
    for (Script script : scripts) {
      acting.add(
          pool.submit(
              () -> {
                act.on(script);
                return null;
              }));
    }
    return acting;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "simulator-script");
    thread.setDaemon(true);
    return thread;
  }

  /** Also returns when the traffic is over before its middle was seen. */
  private static void awaitMidTraffic(CountDownLatch midTraffic, List<Future<?>> playing)
      throws InterruptedException {
    while (!midTraffic.await(200, TimeUnit.MILLISECONDS)) {
      if (playing.stream().allMatch(Future::isDone)) {
        return;
      }
    }
  }

  private static void join(List<Future<?>> acting) throws InterruptedException {
    for (Future<?> future : acting) {
      try {
        future.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof StoryFailed failed) {
          throw failed;
        }
        throw new IllegalStateException("a script failed", e.getCause());
      }
    }
  }

  private static void wrongBytes(List<Attempt> attempts, Findings findings) {
    for (Attempt attempt : attempts) {
      if (attempt.verdict() == Verdict.WRONG_BYTES) {
        findings.broken(
            Promise.EXACT_ANSWERS,
            attempt.subject()
                + ": expected an exact answer of "
                + attempt.dialect().label()
                + ", found "
                + attempt.answer());
      }
    }
  }

  private static int pairs(List<Script> scripts) {
    return Math.toIntExact(
        scripts.stream()
            .flatMap(script -> script.steps().stream())
            .filter(step -> step instanceof Step.Tell tell && tell.copies() == 2)
            .count());
  }
}
