package io.paidonce.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.InboxRepository;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.inbox.PutResult;
import io.paidonce.hub.inbox.Settlement;
import io.paidonce.hub.model.Checkpoint;
import io.paidonce.hub.model.SqlDialect;
import io.paidonce.hub.pipeline.Pipeline;
import io.paidonce.rig.HubClient;
import io.paidonce.rig.InProcessHub;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.Seeds;
import io.paidonce.testkit.TimeShift;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.LoadRun;
import io.paidonce.testkit.load.Simultaneously;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** What the pipeline does when applying fails, is late, or meets its order on the way. */
class PipelineFailureTest {

  private static final TimeShift NEXT_ATTEMPTS = TimeShift.of("notification.next_attempt_at_ms");
  private static final TimeShift RECEIPTS =
      TimeShift.of("notification.received_at_ms", "notification.next_attempt_at_ms");

  private final long seed = Seeds.next("PipelineFailureTest");
  private final TestShop shop = new TestShop(seed);

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aBadRowFailsAloneIsTriedAgainAndAtLastGivenUp(Engine engine) {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        InProcessHub hub =
            InProcessHub.on(database, Map.of("paidonce.pipeline.attempts-max", "6"))) {
      HubClient client = hub.client();
      Facts facts = new Facts(database);
      List<Paid> paid = Paid.orders(shop, client, "bad", 40);
      Paid hopeless = paid.get(11);
      Paid repaired = paid.get(23);
      spoil(facts, hopeless);
      spoil(facts, repaired);
      Volley volley = new Volley();
      paid.forEach(one -> volley.add(client.base(), TestShop.ALIPAY, one.message()));
      assertThat(volley.fire()).containsOnly(new Volley.Answer(200, "success"));
      for (Paid one : paid) {
        if (!Set.of(hopeless, repaired).contains(one)) {
          client.orderIn(one.orderNo(), "SUCCESS");
        }
      }
      Eventually.passes(() -> failedOnceAtLeast(facts, repaired), Duration.ofSeconds(5));
      failedOnceAtLeast(facts, hopeless);
      mend(facts, repaired);
      client.orderIn(repaired.orderNo(), "SUCCESS");
      Eventually.passes(
          () -> {
            NEXT_ATTEMPTS.forward(database.dataSource(), Duration.ofMinutes(5));
            assertThat(outcome(facts, hopeless)).isEqualTo("FAILED");
          },
          Duration.ofSeconds(20));
      assertThat(client.casesOf(hopeless.orderNo())).containsExactly("RETRIES_EXHAUSTED");
      assertThat(
              facts.number(
                  "SELECT attempts FROM notification WHERE out_trade_no = ?", hopeless.orderNo()))
          .isEqualTo(6);
      assertThat(client.order(hopeless.orderNo()).path("state").asString("")).isEqualTo("PAYING");
      mend(facts, hopeless);
      List<Paid> applied = new ArrayList<>(paid);
      applied.remove(hopeless);
      facts.eachIsAppliedOnce(applied);
    }
  }

  /** The cause of the grant's entry is taken, so that posting it must fail. */
  private static void spoil(Facts facts, Paid paid) {
    facts.run(
        "INSERT INTO ledger_entry (cause, line, account, asset, amount, order_no, created_at_ms)"
            + " VALUES (?, 1, 'nobody', 'token', 0, 'nothing', 0)",
        cause(paid));
  }

  private static void mend(Facts facts, Paid paid) {
    facts.run("DELETE FROM ledger_entry WHERE cause = ? AND account = 'nobody'", cause(paid));
  }

  private static String cause(Paid paid) {
    return "grant:" + paid.orderNo() + ":balance:token:once";
  }

  /** Nothing of it is done, it is due again, and the wait doubles with each attempt. */
  private static void failedOnceAtLeast(Facts facts, Paid paid) {
    long attemptsAndWait =
        facts.number(
            "SELECT attempts * 1000000 + next_attempt_at_ms - settled_at_ms FROM notification"
                + " WHERE out_trade_no = ? AND outcome = 'RECEIVED' AND owner IS NULL"
                + " AND attempts > 0",
            paid.orderNo());
    long attempts = attemptsAndWait / 1_000_000;
    assertThat(attemptsAndWait % 1_000_000).isBetween((1000L << (attempts - 1)) - 5, 30_000L);
    assertThat(facts.number("SELECT paid_minor FROM orders WHERE order_no = ?", paid.orderNo()))
        .isZero();
    assertThat(facts.number("SELECT COUNT(*) FROM ledger_entry WHERE order_no = ?", paid.orderNo()))
        .isZero();
  }

  private static String outcome(Facts facts, Paid paid) {
    return facts.text("SELECT outcome FROM notification WHERE out_trade_no = ?", paid.orderNo());
  }

  @Test
  void whatADeadNodeHeldIsAppliedByAnotherOnceItsClaimEnds() throws SQLException {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InProcessHub hub = InProcessHub.on(database);
        InboxBench bench = new InboxBench(database)) {
      Paid paid = Paid.orders(shop, hub.client(), "dead", 1).get(0);
      assertThat(bench.inboxOfADyingNode().put(InboxBench.payment(paid)).join())
          .isEqualTo(PutResult.STORED);
      Facts facts = new Facts(database);
      assertThat(outcome(facts, paid)).isEqualTo("RECEIVED");
      NEXT_ATTEMPTS.forward(database.dataSource(), Duration.ofSeconds(6));
      long start = System.nanoTime();
      hub.client().orderIn(paid.orderNo(), "SUCCESS");
      long millis = (System.nanoTime() - start) / 1_000_000;
      System.out.printf("taken over from a dead node %d ms after its claim ended%n", millis);
      assertThat(millis).isLessThan(2000);
      facts.eachIsAppliedOnce(List.of(paid));
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aLateOwnerChangesNothing(Engine engine) throws SQLException {
    Map<String, String> noSweeping = Map.of("paidonce.pipeline.sweep-every", "1h");
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        InProcessHub hub = InProcessHub.on(database, noSweeping);
        InboxBench bench = new InboxBench(database)) {
      Facts facts = new Facts(database);
      Paid paid = Paid.orders(shop, hub.client(), "late", 1).get(0);
      assertThat(
              bench
                  .inbox(InboxBench.waiting(Duration.ofMillis(2)))
                  .put(InboxBench.payment(paid))
                  .join())
          .isEqualTo(PutResult.STORED);
      InboxRepository node = hub.bean(InboxRepository.class);
      InboxRepository other =
          new InboxRepository(
              hub.bean(NamedParameterJdbcTemplate.class), hub.bean(SqlDialect.class), "other");
      TransactionTemplate transaction = hub.bean(TransactionTemplate.class);
      Claimed first = claim(transaction, node).get(0);
      assertThat(claim(transaction, other)).as("while it is claimed").isEmpty();
      NEXT_ATTEMPTS.forward(database.dataSource(), Duration.ofMinutes(1));
      Claimed others = claim(transaction, other).get(0);
      assertThat(others.fence()).isEqualTo(first.fence() + 1);
      assertThat(settle(transaction, node, first)).as("another owner's claim").isZero();
      NEXT_ATTEMPTS.forward(database.dataSource(), Duration.ofMinutes(1));
      Claimed second = claim(transaction, node).get(0);
      assertThat(second.fence()).isEqualTo(first.fence() + 2);
      assertThat(settle(transaction, node, first)).as("its own older claim").isZero();
      assertThat(settle(transaction, other, others)).as("another owner's older claim").isZero();

      Pipeline pipeline = hub.bean(Pipeline.class);
      pipeline.process(List.of(first));
      assertThat(outcome(facts, paid)).isEqualTo("RECEIVED");
      assertThat(facts.number("SELECT COUNT(*) FROM ledger_entry")).isZero();
      assertThat(facts.number("SELECT COUNT(*) FROM entitlement")).isZero();
      assertThat(facts.text("SELECT state FROM orders")).isEqualTo("PAYING");
      pipeline.process(List.of(second));
      facts.eachIsAppliedOnce(List.of(paid));
      pipeline.process(List.of(second));
      pipeline.process(List.of(first));
      facts.eachIsAppliedOnce(List.of(paid));
      assertThat(outcome(facts, paid)).isEqualTo("APPLIED");
    }
  }

  private static List<Claimed> claim(TransactionTemplate transaction, InboxRepository inbox) {
    return Objects.requireNonNull(
        transaction.execute(status -> inbox.claimDue(10, Duration.ofSeconds(30))));
  }

  private static int settle(
      TransactionTemplate transaction, InboxRepository inbox, Claimed claimed) {
    Settlement settlement = new Settlement(claimed, Outcome.FAILED, "too late", null);
    return Objects.requireNonNull(
        transaction.execute(status -> inbox.settle(List.of(settlement))[0]));
  }

  @Test
  void anOrderMadeWhileItsPaymentIsBeingParkedIsPaidSoon() {
    Random random = new Random(seed);
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InProcessHub hub = InProcessHub.on(database)) {
      HubClient client = hub.client();
      List<Paid> paid = Paid.unmade(shop, "wake", Counts.of(40, 300));
      Map<String, Long> made = new HashMap<>();
      for (Paid one : paid) {
        int orderAfterMicros = random.nextInt(12_000);
        Simultaneously.run(
                List.of(
                    () -> one.deliver(client),
                    () -> {
                      spin(orderAfterMicros);
                      one.make(client);
                      return true;
                    }),
                Duration.ofSeconds(20))
            .all();
        made.put(one.orderNo(), System.nanoTime());
      }
      long worst = 0;
      for (Paid one : paid) {
        client.orderIn(one.orderNo(), "SUCCESS");
        worst =
            Math.max(worst, System.nanoTime() - Objects.requireNonNull(made.get(one.orderNo())));
      }
      Facts facts = new Facts(database);
      System.out.printf(
          "%d orders made while their payments came: %d payments were parked first%n",
          paid.size(), facts.number("SELECT COUNT(*) FROM notification WHERE attempts > 1"));
      assertThat(worst).isLessThan(Duration.ofSeconds(30).toNanos());
      facts.eachIsAppliedOnce(paid);
    }
  }

  private static void spin(int micros) {
    long end = System.nanoTime() + micros * 1000L;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void anOrderMadeBetweenReadingAndParkingWakesItsPaymentAtOnce() {
    Interruption.what = () -> {};
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InProcessHub hub = InProcessHub.on(database, Map.of(), Interruption.class)) {
      HubClient client = hub.client();
      Facts facts = new Facts(database);
      Paid paid = Paid.unmade(shop, "between", 1).get(0);
      assertThat(paid.deliver(client)).isTrue();
      Eventually.passes(
          () -> {
            NEXT_ATTEMPTS.forward(database.dataSource(), Duration.ofSeconds(20));
            assertThat(facts.number("SELECT attempts FROM notification")).isGreaterThan(6);
          },
          Duration.ofSeconds(20)); // from now on it would be looked at every ten seconds
      AtomicInteger made = new AtomicInteger();
      Interruption.what =
          () -> {
            if (made.getAndIncrement() == 0) {
              paid.make(client);
            }
          };
      Eventually.passes(
          () -> {
            if (made.get() == 0) {
              NEXT_ATTEMPTS.forward(database.dataSource(), Duration.ofSeconds(20));
            }
            assertThat(made.get()).isPositive();
          },
          Duration.ofSeconds(10));
      long start = System.nanoTime();
      client.orderIn(paid.orderNo(), "SUCCESS");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
      facts.eachIsAppliedOnce(List.of(paid));
    }
  }

  /** Something that happens once the pipeline has decided and written, before it commits. */
  @Configuration(proxyBeanMethods = false)
  static class Interruption {
    private static volatile Runnable what = () -> {};

    @Bean
    Checkpoint checkpoint() {
      return place -> {
        if (place.equals(Checkpoint.PIPELINE_BEFORE_COMMIT)) {
          what.run();
        }
      };
    }
  }

  @Test
  void aPaymentWithoutOrderBecomesACaseAndIsStillAppliedWhenTheOrderAppears() throws SQLException {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InProcessHub hub = InProcessHub.on(database)) {
      HubClient client = hub.client();
      Facts facts = new Facts(database);
      Paid paid = Paid.unmade(shop, "unknown", 1).get(0);
      assertThat(paid.deliver(client)).isTrue();
      Eventually.until(() -> outcome(facts, paid).equals("PARKED"), Duration.ofSeconds(5));
      assertThat(client.casesOf(paid.orderNo())).isEmpty();
      Eventually.passes(
          () -> {
            RECEIPTS.forward(database.dataSource(), Duration.ofMinutes(16));
            assertThat(client.casesOf(paid.orderNo())).containsExactly("UNKNOWN_ORDER");
          },
          Duration.ofSeconds(10));
      assertThat(outcome(facts, paid)).isEqualTo("PARKED");
      paid.make(client);
      long start = System.nanoTime();
      client.orderIn(paid.orderNo(), "SUCCESS");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
      facts.eachIsAppliedOnce(List.of(paid));
    }
  }

  @Test
  void whatWaitsForSomethingElseIsNotLookedAtAllTheTime() {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InProcessHub hub = InProcessHub.on(database)) {
      HubClient client = hub.client();
      Facts facts = new Facts(database);
      String refunded = client.order(TestShop.ALIPAY, "early-refund");
      Payment payment = TestShop.payment(refunded, 1000);
      client.deliver(
          TestShop.ALIPAY,
          shop.alipay().refund(payment, TestShop.refund(refunded + "-1", 400, 400), Instant.now()));
      String foreign = client.order(TestShop.ALIPAY, "other-merchant");
      client.deliver(
          TestShop.WECHAT,
          shop.wechatPay().payment(TestShop.payment(foreign, 1000), Instant.now()));
      for (Paid paid : Paid.orders(shop, client, "meanwhile", 20)) {
        assertThat(paid.deliver(client)).isTrue();
        client.orderIn(paid.orderNo(), "SUCCESS");
      }
      assertThat(facts.number("SELECT MAX(attempts) FROM notification WHERE outcome = 'PARKED'"))
          .as("looks at what is parked")
          .isBetween(1L, 6L);
      client.deliver(TestShop.ALIPAY, shop.alipay().payment(payment, Instant.now()));
      client.orderIn(refunded, "PARTIALLY_REFUNDED");
      assertThat(client.order(foreign).path("state").asString("")).isEqualTo("PAYING");
    }
  }

  @Test
  void anOrderlyStopAppliesWhatWasAcknowledged() {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase()) {
      Set<String> acknowledged = ConcurrentHashMap.newKeySet();
      Set<String> otherAnswers = ConcurrentHashMap.newKeySet();
      List<Paid> paid;
      try (InProcessHub hub = InProcessHub.on(database)) {
        HubClient client = hub.client();
        Runnable stop = hub::close;
        paid = Paid.orders(shop, client, "stop", 300);
        List<Paid> told = paid;
        new LoadRun(12, told.size(), Duration.ofMinutes(5))
            .run(
                i -> {
                  if (i == 150) {
                    stop.run();
                  }
                  Paid one = told.get((int) i);
                  HubClient.Reply reply = client.deliver(TestShop.ALIPAY, one.message());
                  if (reply.status() == 200) {
                    acknowledged.add(one.orderNo());
                  } else {
                    otherAnswers.add(reply.status() + reply.text());
                  }
                });
      }
      assertThat(Set.of("503fail")).containsAll(otherAnswers);
      assertThat(acknowledged).hasSizeBetween(1, 299);
      List<Paid> promised =
          paid.stream().filter(one -> acknowledged.contains(one.orderNo())).toList();
      Facts facts = new Facts(database);
      assertThat(facts.undecided()).as("left for the next start").isEmpty();
      facts.eachIsAppliedOnce(promised);
      System.out.printf("an orderly stop: %d acknowledged, all applied%n", promised.size());
    }
  }
}
