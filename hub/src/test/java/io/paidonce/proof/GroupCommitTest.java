package io.paidonce.proof;

import static io.paidonce.proof.InboxBench.payment;
import static io.paidonce.proof.InboxBench.payments;
import static io.paidonce.proof.InboxBench.putTogether;
import static io.paidonce.proof.InboxBench.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.inbox.Delivery;
import io.paidonce.hub.inbox.Inbox;
import io.paidonce.hub.inbox.InboxLimits;
import io.paidonce.hub.inbox.PutResult;
import io.paidonce.rig.InProcessHub;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.Seeds;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.TransactionSystemException;

/** Deliveries that arrive together share a commit, and nothing else. */
class GroupCommitTest {

  private static final int TOGETHER = 256;
  private static final Duration LONG_WAIT = Duration.ofMillis(300);

  @Test
  void firstDeliveriesAtOneInstantShareCommits() {
    TestShop shop = new TestShop(Seeds.next("GroupCommitTest"));
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InProcessHub hub = InProcessHub.on(database)) {
      volley(shop, hub);
      Facts facts = new Facts(database);
      long warmUpCommits = commits(facts);
      int volleys = Counts.of(4, 20);
      for (int i = 0; i < volleys; i++) {
        volley(shop, hub);
      }
      long commits = commits(facts) - warmUpCommits;
      long rows = (long) volleys * TOGETHER;
      assertThat(facts.number("SELECT COUNT(*) FROM notification_body")).isEqualTo(rows + TOGETHER);
      System.out.printf(
          "%d first deliveries at one instant, %d times: %d commits, %.1f a commit%n",
          TOGETHER, volleys, commits, (double) rows / commits);
      assertThat(rows / commits).isGreaterThanOrEqualTo(8);
    }
  }

  private static void volley(TestShop shop, InProcessHub hub) {
    Volley volley = new Volley();
    for (Paid paid : Paid.unmade(shop, "nobody", TOGETHER)) {
      volley.add(hub.client().base(), TestShop.ALIPAY, paid.message());
    }
    assertThat(volley.fire()).containsOnly(new Volley.Answer(200, "success"));
  }

  /** Each transaction has a number of its own, and bodies are written by the inbox only. */
  private static long commits(Facts facts) {
    return facts.number("SELECT COUNT(DISTINCT xmin::text) FROM notification_body");
  }

  @Test
  void aLoneDeliveryWaitsForNobodyAndTheCompanyThatStaysAwayCostsTwoMilliseconds() {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      Inbox usual = bench.inbox(InboxLimits.USUAL);
      Inbox patient = bench.inbox(waiting(LONG_WAIT));
      medianMicros(usual);
      long alone = medianMicros(usual);
      long aloneAtThePatient = medianMicros(patient);
      usual.coming();
      long inVain = medianMicros(usual);
      usual.left();
      System.out.printf(
          "median of a put: %d us alone, %d us when company is announced and stays away%n",
          alone, inVain);
      assertThat(aloneAtThePatient).isLessThan(LONG_WAIT.toNanos() / 2000);
      assertThat(inVain).isLessThan(alone + 2_000 + 10_000);
    }
  }

  private static long medianMicros(Inbox inbox) {
    List<Long> micros = new ArrayList<>();
    for (int i = 0; i < 31; i++) {
      Delivery delivery = payment();
      long start = System.nanoTime();
      assertThat(inbox.put(delivery).join()).isEqualTo(PutResult.STORED);
      micros.add((System.nanoTime() - start) / 1000);
    }
    Collections.sort(micros);
    return micros.get(micros.size() / 2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aRowThatCannotBeStoredHarmsOnlyItself(Engine engine) {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      Inbox inbox = bench.inbox(unhurried());
      List<Delivery> deliveries = payments(TOGETHER);
      Delivery poisoned = payment("T" + "9".repeat(80), "{}");
      deliveries.set(100, poisoned);
      assertOnlyThisFails(putTogether(inbox, deliveries), 100);
      assertThat(new Facts(database).number("SELECT COUNT(*) FROM notification_body"))
          .isEqualTo(TOGETHER - 1);
      assertThat(inbox.put(poisoned).join()).isEqualTo(PutResult.UNAVAILABLE);
      assertThat(inbox.put(payment()).join()).isEqualTo(PutResult.STORED);
    }
  }

  @Test
  void aNulInATextHarmsOnlyItself() {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      List<Delivery> deliveries = payments(TOGETHER);
      deliveries.set(7, payment(TestShop.newOrderNo(), "a\0b"));
      assertOnlyThisFails(putTogether(bench.inbox(unhurried()), deliveries), 7);
      Facts facts = new Facts(database);
      assertThat(facts.number("SELECT COUNT(*) FROM notification")).isEqualTo(TOGETHER - 1);
      assertThat(facts.number("SELECT COUNT(*) FROM notification_body")).isEqualTo(TOGETHER - 1);
    }
  }

  private static void assertOnlyThisFails(List<PutResult> results, int poisoned) {
    for (int i = 0; i < results.size(); i++) {
      assertThat(results.get(i))
          .as("delivery " + i)
          .isEqualTo(i == poisoned ? PutResult.UNAVAILABLE : PutResult.STORED);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void equalKeysOfOneBatchAreOneRow(Engine engine) {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      Inbox inbox = bench.inbox(waiting(LONG_WAIT));
      Delivery known = payment();
      assertThat(inbox.put(known).join()).isEqualTo(PutResult.STORED);
      List<Delivery> deliveries = new ArrayList<>(Collections.nCopies(20, payment()));
      deliveries.add(known);
      deliveries.add(payment());
      List<PutResult> results = putTogether(inbox, deliveries);
      assertThat(results.subList(0, 20))
          .containsOnlyOnce(PutResult.STORED)
          .containsOnly(PutResult.STORED, PutResult.KNOWN);
      assertThat(results.subList(20, 22)).containsExactly(PutResult.KNOWN, PutResult.STORED);
      assertThat(new Facts(database).number("SELECT COUNT(*) FROM notification")).isEqualTo(3);
    }
  }

  @Test
  void aFullQueueAndAClosedInboxAreUnavailableAtOnce() throws InterruptedException {
    try (Database database = DatabaseServer.of(Engine.H2).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      TroubledTransactions transactions = new TroubledTransactions(bench.transactions());
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      transactions.beforeCommit(() -> hold(held, release));
      InboxLimits small =
          new InboxLimits(
              1, 4, Duration.ofMillis(2), Duration.ofSeconds(20), Duration.ofSeconds(5));
      Inbox inbox = bench.inbox(small, transactions);
      CompletableFuture<PutResult> first = inbox.put(payment());
      assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
      List<CompletableFuture<PutResult>> waiting = payments(4).stream().map(inbox::put).toList();
      assertThat(inbox.put(payment()))
          .isCompletedWithValue(PutResult.UNAVAILABLE); // beyond the queue
      assertThat(first).isNotDone();
      release.countDown();
      assertThat(first.join()).isEqualTo(PutResult.STORED);
      waiting.forEach(put -> assertThat(put.join()).isEqualTo(PutResult.STORED));
      inbox.close();
      assertThat(inbox.put(payment())).isCompletedWithValue(PutResult.UNAVAILABLE);
      assertThat(new Facts(database).number("SELECT COUNT(*) FROM notification")).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void nobodyIsAnsweredBeforeTheCommit(Engine engine) throws InterruptedException {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      TroubledTransactions transactions = new TroubledTransactions(bench.transactions());
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      transactions.beforeCommit(() -> hold(held, release));
      Inbox inbox = bench.inbox(InboxLimits.USUAL, transactions);
      CompletableFuture<PutResult> put = inbox.put(payment());
      assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(put).isNotDone();
      release.countDown();
      assertThat(put.join()).isEqualTo(PutResult.STORED);
    }
  }

  @Test
  void aCommitThatTakesTooLongIsUnavailableAndKnownLater() throws InterruptedException {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      TroubledTransactions transactions = new TroubledTransactions(bench.transactions());
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      transactions.beforeCommit(() -> hold(held, release));
      Inbox inbox = bench.inbox(answering(Duration.ofMillis(200)), transactions);
      Delivery delivery = payment();
      assertThat(inbox.put(delivery).join()).isEqualTo(PutResult.UNAVAILABLE);
      release.countDown();
      transactions.calm();
      Eventually.until(() -> inbox.put(delivery).join() == PutResult.KNOWN, Duration.ofSeconds(10));
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aCommitOfUnknownOutcomeIsUnavailableAndTheRepeatTells(Engine engine) {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      TroubledTransactions transactions = new TroubledTransactions(bench.transactions());
      Inbox inbox = bench.inbox(InboxLimits.USUAL, transactions);
      Delivery committed = payment();
      transactions.afterCommit(
          () -> {
            throw new TransactionSystemException("the connection broke after the commit");
          });
      assertThat(inbox.put(committed).join()).isEqualTo(PutResult.UNAVAILABLE);
      Delivery lost = payment();
      transactions.calm();
      transactions.beforeCommit(
          () -> {
            throw new TransactionSystemException("the connection broke before the commit");
          });
      assertThat(inbox.put(lost).join()).isEqualTo(PutResult.UNAVAILABLE);
      transactions.calm();
      assertThat(inbox.put(committed).join()).isEqualTo(PutResult.KNOWN);
      assertThat(inbox.put(lost).join()).isEqualTo(PutResult.STORED);
    }
  }

  @Test
  void aFailureThatIsTranslatedIsAskedAboutRowByRow() {
    try (Database database = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      TroubledTransactions transactions = new TroubledTransactions(bench.transactions());
      Inbox inbox = bench.inbox(waiting(LONG_WAIT), transactions);
      transactions.afterCommit(
          () -> {
            transactions.calm();
            throw new DataAccessResourceFailureException("the connection broke after the commit");
          });
      assertThat(putTogether(inbox, payments(8))).containsOnly(PutResult.KNOWN);
      transactions.beforeCommit(
          () -> {
            transactions.calm();
            throw new DataAccessResourceFailureException("the connection broke before the commit");
          });
      assertThat(putTogether(inbox, payments(8))).containsOnly(PutResult.STORED);
      assertThat(new Facts(database).number("SELECT COUNT(*) FROM notification")).isEqualTo(16);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aKeyThatAnotherNodeHoldsIsUnavailableInTimeAndItsNeighboursAreStored(Engine engine)
      throws InterruptedException {
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        InboxBench bench = new InboxBench(database)) {
      TroubledTransactions stuck = new TroubledTransactions(bench.transactions());
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      stuck.beforeCommit(() -> hold(held, release));
      Inbox other = bench.inbox(answering(Duration.ofSeconds(30)), stuck);
      Inbox inbox = bench.inbox(waiting(LONG_WAIT));
      List<Delivery> deliveries = payments(8);
      var heldByOther = other.put(deliveries.get(3));
      assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
      long start = System.nanoTime();
      List<PutResult> results = putTogether(inbox, deliveries);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertOnlyThisFails(results, 3);
      assertThat(took).isLessThan(Duration.ofMillis(3500));
      release.countDown();
      assertThat(heldByOther.join().isSafe()).isTrue();
      assertThat(inbox.put(deliveries.get(3)).join()).isEqualTo(PutResult.KNOWN);
    }
  }

  /** Time enough for one commit a row on a busy machine. */
  private static InboxLimits unhurried() {
    InboxLimits usual = InboxLimits.USUAL;
    return new InboxLimits(
        usual.batchMax(), usual.queueMax(), LONG_WAIT, Duration.ofSeconds(60), usual.lease());
  }

  private static InboxLimits answering(Duration within) {
    InboxLimits usual = InboxLimits.USUAL;
    return new InboxLimits(
        usual.batchMax(), usual.queueMax(), usual.companyWait(), within, usual.lease());
  }

  /** Says that it is held, and waits to be released. */
  private static void hold(CountDownLatch held, CountDownLatch release) {
    held.countDown();
    try {
      if (!release.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("never released");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while held", e);
    }
  }
}
