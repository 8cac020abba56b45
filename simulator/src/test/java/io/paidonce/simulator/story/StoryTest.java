package io.paidonce.simulator.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.simulator.story.StandInBooks.Fault;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoryTest {

  private static final long SEED = System.nanoTime() % 1_000_000;
  private static final Cast CAST = Cast.generate("test");

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @Test
  void rightHubKeepsEveryPromise() throws Exception {
    StandInHub hub = new StandInHub(CAST, Fault.NONE);
    Outcome outcome = tell(hub);
    assertThat(outcome.findings()).as(Report.render(outcome)).allMatch(Finding::held);
    assertThat(hub.starts()).isEqualTo(2);
    assertThat(outcome.orders()).isGreaterThanOrEqualTo(60);
    assertThat(outcome.sent()).isGreaterThanOrEqualTo(300);
    assertThat(outcome.pairs()).isGreaterThanOrEqualTo(20);
    assertThat(outcome.repeats() * 2).isGreaterThanOrEqualTo(outcome.sent());
    assertThat(outcome.rows()).allMatch(row -> row.rejected() > 0 && row.accepted() > 0);
    assertThat(Report.render(outcome)).contains("15 of 15 promises held");
  }

  @ParameterizedTest
  @CsvSource({
    "DOUBLE_CREDIT, CREDITED_ONCE",
    "ACCEPTS_FORGED, FORGERIES_REFUSED",
    "WRONG_BYTES, EXACT_ANSWERS",
    "LOSES_AFTER_ANSWER, NOTHING_LOST",
    "STORES_TWICE, STORED_ONCE",
    "CREDITS_WRONG_AMOUNT, WRONG_AMOUNT",
    "CLOSES_PAID_ORDER, LATE_CLOSE",
    "PAYS_CLOSED_ORDER, LATE_PAYMENT",
    "KEEPS_REFUNDED_TOKENS, REFUNDS_EXACT",
    "APPLIES_UNSIGNED_REFUND, UNSIGNED_REFUND",
    "FORGETS_REQUESTS, SAME_REQUEST",
    "FORGETS_UNKNOWN_ORDERS, NOTHING_LOST",
    "UNBALANCED, LEDGER_BALANCES",
  })
  void wrongHubIsNamedByThePromiseItBreaks(Fault fault, Promise promise) throws Exception {
    Outcome outcome = tell(new StandInHub(CAST, fault));
    List<Promise> broken =
        outcome.findings().stream().filter(f -> !f.held()).map(Finding::promise).toList();
    assertThat(broken).as(Report.render(outcome)).contains(promise);
    assertThat(outcome.allHeld()).isFalse();
    String report = Report.render(outcome);
    assertThat(report).contains("✗ " + promise.text()).contains("expected").contains("found");
  }

  private Outcome tell(StandInHub hub) throws InterruptedException {
    System.out.println("seed " + SEED);
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    try {
      Story.Setting setting = new Story.Setting(hub.address(), CAST, SEED, Duration.ofSeconds(3));
      return new Story(setting, hub, Clock.systemUTC(), d -> hub.awaitUp(), out).tell();
    } finally {
      hub.stop();
    }
  }
}
