package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.paidonce.FormTokens;
import io.paidonce.FormTokens.Consumed;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What every store of form tokens keeps. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class FormTokensContract {

  private static final Duration VALIDITY = Duration.ofHours(2);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int THREADS = 16;
  private static final int RACES = 10;

  private final String subject = "session:" + UUID.randomUUID();
  private @Nullable FormTokensFixture opened;

  /** A fixture of the tokens under test. */
  protected abstract FormTokensFixture open();

  @BeforeAll
  final void openFixture() {
    opened = open();
  }

  @AfterAll
  final void closeFixture() {
    fixture().close();
  }

  private FormTokensFixture fixture() {
    FormTokensFixture it = opened;
    if (it == null) {
      throw new IllegalStateException("the fixture is not open");
    }
    return it;
  }

  private FormTokens tokens() {
    return fixture().tokens();
  }

  private String issued() {
    return tokens().issue(subject, VALIDITY);
  }

  private Consumed consume(String token) {
    return fixture().otherNode().consume(token, subject);
  }

  @Test
  void aTokenIsConsumedOnce() {
    String token = issued();
    assertThat(consume(token)).isEqualTo(Consumed.CONSUMED);
    assertThat(consume(token)).isEqualTo(Consumed.UNKNOWN);
    assertThat(tokens().consume(token, subject)).isEqualTo(Consumed.UNKNOWN);
  }

  @Test
  void aTokenCannotBeGuessedNorReadOffTheStore() {
    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < 50; i++) {
      String token = issued();
      assertThat(token).matches("[A-Za-z0-9_-]{43}");
      assertThat(seen.add(token)).isTrue();
    }
    String stored = fixture().stored();
    assertThat(stored).isNotEmpty().doesNotContain(subject);
    assertThat(seen).allSatisfy(token -> assertThat(stored).doesNotContain(token));
  }

  @Test
  void whatIsNoTokenBurnsNone() {
    String token = issued();
    String otherCase =
        token.equals(token.toLowerCase(java.util.Locale.ROOT))
            ? token.toUpperCase(java.util.Locale.ROOT)
            : token.toLowerCase(java.util.Locale.ROOT);
    List<String> wrong =
        List.of(
            "",
            " ",
            "x",
            token + "x",
            token + " ",
            " " + token,
            otherCase,
            token.substring(1),
            "%",
            "_".repeat(43),
            "\0",
            "\uD800",
            "\uD83D\uDE00",
            "x".repeat(100_000),
            "' OR 1=1 --");
    for (String it : wrong) {
      assertThat(consume(it)).as(it).isEqualTo(Consumed.UNKNOWN);
      assertThat(tokens().giveBack(it, subject)).as(it).isFalse();
    }
    assertThat(consume(token)).isEqualTo(Consumed.CONSUMED);
  }

  @Test
  void somebodyElsesTokenIsRefusedAndStaysGood() {
    String token = issued();
    for (String other : List.of("", " ", subject + " ", "session:other", "s".repeat(10_000))) {
      assertThat(tokens().consume(token, other)).as(other).isEqualTo(Consumed.OTHER_SUBJECT);
      assertThat(tokens().giveBack(token, other)).as(other).isFalse();
    }
    assertThat(consume(token)).isEqualTo(Consumed.CONSUMED);
    assertThat(tokens().giveBack(token, "session:other")).isFalse();
    assertThat(tokens().consume(token, "session:other")).isEqualTo(Consumed.UNKNOWN);
    assertThat(consume(token)).isEqualTo(Consumed.UNKNOWN);
  }

  @Test
  void anySubjectHasTokens() {
    for (String other : List.of("", "\uD800", "\uD83D\uDE00 \u5546\u6237", "s".repeat(10_000))) {
      String token = tokens().issue(other, VALIDITY);
      assertThat(tokens().consume(token, other)).as(other).isEqualTo(Consumed.CONSUMED);
    }
  }

  @Test
  void aTokenPastItsTimeIsUnknown() {
    String late = issued();
    String used = issued();
    assertThat(consume(used)).isEqualTo(Consumed.CONSUMED);
    fixture().age(VALIDITY.minusMinutes(10));
    String fresh = issued();
    fixture().age(Duration.ofMinutes(10));
    assertThat(consume(late)).isEqualTo(Consumed.UNKNOWN);
    assertThat(tokens().consume(late, "session:other")).isEqualTo(Consumed.UNKNOWN);
    assertThat(tokens().giveBack(used, subject)).isFalse();
    assertThat(consume(fresh)).isEqualTo(Consumed.CONSUMED);
  }

  @Test
  void aTokenIsGoodUntilItsTime() {
    String token = issued();
    fixture().age(VALIDITY.minusMinutes(10));
    assertThat(consume(token)).isEqualTo(Consumed.CONSUMED);
  }

  @Test
  void aTokenThatIsGivenBackIsGoodOnceMoreUntilItsFirstTime() {
    String token = issued();
    assertThat(tokens().giveBack(token, subject)).isFalse();
    assertThat(consume(token)).isEqualTo(Consumed.CONSUMED);
    assertThat(tokens().giveBack(token, subject)).isTrue();
    assertThat(tokens().giveBack(token, subject)).isFalse();
    assertThat(consume(token)).isEqualTo(Consumed.CONSUMED);
    assertThat(consume(token)).isEqualTo(Consumed.UNKNOWN);
    fixture().age(VALIDITY.minusMinutes(10));
    assertThat(tokens().giveBack(token, subject)).isTrue();
    fixture().age(Duration.ofMinutes(10));
    assertThat(consume(token)).isEqualTo(Consumed.UNKNOWN);
  }

  @Test
  void ofManyAtOnceOnTwoNodesOneConsumes() {
    for (int race = 0; race < RACES; race++) {
      String token = issued();
      AtomicInteger turn = new AtomicInteger();
      List<Consumed> all =
          Simultaneously.run(
                  THREADS,
                  PATIENCE,
                  () -> {
                    boolean here = turn.getAndIncrement() % 2 == 0;
                    FormTokens node = here ? tokens() : fixture().otherNode();
                    return node.consume(token, subject);
                  })
              .all();
      assertThat(all).filteredOn(it -> it == Consumed.CONSUMED).hasSize(1);
      assertThat(all).filteredOn(it -> it == Consumed.UNKNOWN).hasSize(THREADS - 1);
      List<Boolean> back =
          Simultaneously.run(THREADS, PATIENCE, () -> tokens().giveBack(token, subject)).all();
      assertThat(back).filteredOn(it -> it).hasSize(1);
    }
  }

  @Test
  void aValidityThatIsNoTimeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> tokens().issue(subject, Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tokens().issue(subject, Duration.ofSeconds(-1)));
  }

  @Test
  void theShortestValidityIsTakenAndTheLongestToo() {
    assertThat(tokens().issue(subject, Duration.ofNanos(1))).hasSize(43);
    String token = tokens().issue(subject, Duration.ofDays(3_650));
    assertThat(consume(token)).isEqualTo(Consumed.CONSUMED);
  }
}
