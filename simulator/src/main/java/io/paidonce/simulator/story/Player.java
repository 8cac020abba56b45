package io.paidonce.simulator.story;

import io.paidonce.simulator.sending.Attempt;
import io.paidonce.simulator.sending.Courier;
import io.paidonce.simulator.sending.Pacer;
import io.paidonce.simulator.sending.Verdict;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/** Plays scripts, one thread each, and remembers what the hub has acknowledged. Thread-safe. */
final class Player {

  private static final Duration CREATE_DEADLINE = Duration.ofSeconds(90);
  private static final Duration STATE_DEADLINE = Duration.ofSeconds(90);
  private static final int REPEAT_EVERY = 8;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<Runnable> givenUp = new ConcurrentLinkedQueue<>();
  private final AtomicInteger created = new AtomicInteger();
  private final HubApi api;
  private final Courier courier;
  private final Pacer pacer;
  private final Findings findings;

  Player(HubApi api, Courier courier, Pacer pacer, Findings findings) {
    this.api = api;
    this.courier = courier;
    this.pacer = pacer;
    this.findings = findings;
  }

  /** Whether a copy of this fact got the success answer. */
  boolean isAcknowledged(Script script, String fact) {
    return acknowledged.contains(script.subject(fact));
  }

  /** Orders created so far. */
  int created() {
    return created.get();
  }

  /** Creates the order now if the script begins with that; {@link #play} then goes on behind it. */
  void prepare(Script script) throws InterruptedException {
    if (script.beginsWithOrder()) {
      create(script);
    }
  }

  void play(Script script) throws InterruptedException {
    for (Step step :
        script.steps().subList(script.beginsWithOrder() ? 1 : 0, script.steps().size())) {
      if (step instanceof Step.Create) {
        create(script);
      } else if (step instanceof Step.Tell tell) {
        tell(script, tell);
      } else if (step instanceof Step.Attack attack) {
        attack(script, attack);
      } else if (step instanceof Step.Await await) {
        await(script, await.state());
      }
    }
  }

  /**
   * Sends once more what the schedule gave up, as a merchant asks a provider to do; what is still
   * not acknowledged breaks a promise.
   */
  void resendGivenUp() {
    for (Runnable again = givenUp.poll(); again != null; again = givenUp.poll()) {
      again.run();
    }
  }

  private void tell(Script script, Step.Tell tell) throws InterruptedException {
    if (!deliver(script, tell)) {
      givenUp.add(() -> resend(script, tell));
    }
  }

  private boolean deliver(Script script, Step.Tell tell) throws InterruptedException {
    Actor actor = script.actor();
    String subject = script.subject(tell.fact().name());
    boolean done =
        courier.deliver(
            api.notifyUrl(actor), actor.dialect(), subject, tell.fact().notice(), tell.copies());
    if (done) {
      acknowledged.add(subject);
    }
    return done;
  }

  private void resend(Script script, Step.Tell tell) {
    try {
      if (!deliver(script, tell)) {
        findings.broken(
            Promise.ALL_ACKNOWLEDGED,
            script.subject(tell.fact().name()) + ": expected the success answer, never got it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A hub that was away the whole time has said nothing about a forgery: it is asked again. */
  private void attack(Script script, Step.Attack attack) throws InterruptedException {
    Attempt attempt = strike(script, attack);
    if (attempt.verdict() == Verdict.NO_ANSWER || attempt.verdict() == Verdict.UNAVAILABLE) {
      givenUp.add(() -> strikeAgain(script, attack));
    } else {
      judge(script, attack, attempt);
    }
  }

  private void strikeAgain(Script script, Step.Attack attack) {
    try {
      judge(script, attack, strike(script, attack));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Attempt strike(Script script, Step.Attack attack) throws InterruptedException {
    Actor actor = script.actor();
    return courier.insist(
        api.notifyUrl(actor), actor.dialect(), script.subject(attack.name()), attack.notice());
  }

  private void judge(Script script, Step.Attack attack, Attempt attempt) {
    if (attempt.verdict() != attack.expected()) {
      findings.broken(
          Promise.FORGERIES_REFUSED,
          script.subject(attack.name())
              + ": expected "
              + attack.expected()
              + ", found "
              + attempt.answer());
    }
  }

  private void await(Script script, String state) throws InterruptedException {
    Patience patience = new Patience(STATE_DEADLINE, pacer);
    String found = "";
    do {
      HubApi.Reply reply = api.get("/api/v1/orders/" + script.orderNo());
      found = reply.body().path("state").asString("nothing");
      if (found.equals(state)) {
        return;
      }
    } while (patience.wait100Millis());
    findings.broken(
        script.promise(), script.orderNo() + ": expected state " + state + ", found " + found);
  }

  private void create(Script script) throws InterruptedException {
    ObjectNode body = HubApi.object();
    body.put("orderNo", script.orderNo());
    body.put("userId", script.userId());
    body.put("product", script.product().code());
    body.put("quantity", script.quantity());
    body.put("channel", script.actor().channel());
    HubApi.Reply reply = createInsisting(script, body);
    if (created.incrementAndGet() % REPEAT_EVERY == 0) {
      repeatCreate(script, body, reply);
    }
  }

  private HubApi.Reply createInsisting(Script script, ObjectNode body) throws InterruptedException {
    Patience patience = new Patience(CREATE_DEADLINE, pacer);
    while (true) {
      HubApi.Reply reply = api.post("/api/v1/orders", key(script), body);
      if (reply.status() == 201) {
        return reply;
      }
      boolean mayPass = reply.status() == 0 || reply.status() == 409 || reply.status() >= 500;
      if (!mayPass || !patience.wait100Millis()) {
        throw new StoryFailed(
            "the hub did not create order "
                + script.orderNo()
                + ": status "
                + reply.status()
                + " "
                + reply.body().path("code").asString("")
                + " "
                + reply.body().path("detail").asString(""));
      }
    }
  }

  /** The same request must get the same answer, and another one under its key none. */
  private void repeatCreate(Script script, ObjectNode body, HubApi.Reply reply)
      throws InterruptedException {
    HubApi.Reply again = api.post("/api/v1/orders", key(script), body);
    if (again.status() != 0 && !again.equals(reply)) {
      findings.broken(
          Promise.SAME_REQUEST,
          script.orderNo() + ": expected the first answer again, found status " + again.status());
    }
    ObjectNode other = body.deepCopy().put("quantity", script.quantity() + 1);
    HubApi.Reply refused = api.post("/api/v1/orders", key(script), other);
    if (refused.status() != 0 && refused.status() != 422) {
      findings.broken(
          Promise.SAME_REQUEST,
          script.orderNo()
              + ": expected status 422 for another body under the same key, found "
              + refused.status());
    }
  }

  private static String key(Script script) {
    return "create-" + script.orderNo();
  }
}
