package io.paidonce.simulator.story;

import io.paidonce.simulator.sending.AttemptLog;
import io.paidonce.simulator.sending.Courier;
import io.paidonce.simulator.sending.Pacer;
import io.paidonce.simulator.sending.Sender;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** What goes on after the story: a paid order now and then, told three times, until closed. */
public final class Trickle implements Runnable, AutoCloseable {

  private static final Duration GAP = Duration.ofSeconds(2);
  private static final Duration APPLIED_DEADLINE = Duration.ofSeconds(10);

  private final AttemptLog log = new AttemptLog();
  private final AtomicInteger applied = new AtomicInteger();
  private final AtomicInteger late = new AtomicInteger();
  private final Story.Setting setting;
  private final Clock clock;
  private final Pacer pacer;
  private final Sender sender;
  private final HubApi api;
  private final Player player;

  public Trickle(Story.Setting setting, Clock clock, Pacer pacer) {
    this.setting = setting;
    this.clock = clock;
    this.pacer = pacer;
    this.sender = new Sender(clock, log);
    this.api = new HubApi(setting.hub(), setting.cast().apiKey());
    // Twenty minutes for a provider's day: a hub that is down for a while is not given up at once.
    this.player = new Player(api, new Courier(sender, clock, pacer, 72), pacer, new Findings());
  }

  /** Runs until interrupted. */
  @Override
  public void run() {
    Random random = new Random(setting.seed());
    List<Actor> actors =
        List.of(
            setting.cast().alipayActor(),
            setting.cast().wechatPayActor(random),
            setting.cast().wechatPayV2Actor(random));
    try {
      for (int i = 1; ; i++) {
        pacer.pause(GAP);
        one(Plan.another(actors.get(i % 3), setting.cast().run(), i, clock.instant(), random));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void one(Script script) throws InterruptedException {
    try {
      player.prepare(script);
      player.play(script);
    } catch (StoryFailed e) {
      late.incrementAndGet();
      return;
    }
    Patience patience = new Patience(APPLIED_DEADLINE, pacer);
    do {
      if (Found.of(api.get("/api/v1/orders/" + script.orderNo())).matches(script.expected())) {
        applied.incrementAndGet();
        return;
      }
    } while (patience.wait100Millis());
    late.incrementAndGet();
  }

  /** Deliveries so far, of the newest {@value AttemptLog#ATTEMPTS_MAX}. */
  public List<Outcome.Row> rows() {
    return Outcome.rows(log.all(), Map.of());
  }

  /** Orders seen paid through the hub's API. */
  public int applied() {
    return applied.get();
  }

  /** Orders not created or not seen paid within ten seconds. */
  public int late() {
    return late.get();
  }

  @Override
  public void close() {
    sender.close();
  }
}
