package io.paidonce.hub.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.ManualClock;
import io.paidonce.testkit.Seeds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdsTest {

  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  @Test
  void anIdIsTwentySixCharactersOfCrockfordsBase32() {
    assertThat(Ids.secure(Clock.systemUTC()).next())
        .matches("[0-9A-HJKMNP-TV-Z]{26}")
        .startsWith("01");
  }

  @Test
  void aMillionIdsOfOneMillisecondAreAllDifferent() {
    Ids ids = new Ids(ManualClock.at(START), new Random(Seeds.next("IdsTest")));
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1_000_000; i++) {
      assertThat(seen.add(ids.next())).isTrue();
    }
  }

  @Test
  void idsSortByTheMillisecondTheyWereMadeIn() {
    ManualClock clock = ManualClock.at(START);
    Ids ids = new Ids(clock, new Random(Seeds.next("IdsTest")));
    String before = ids.next();
    for (int i = 0; i < 10_000; i++) {
      clock.forward(Duration.ofMillis(1 + i * 7L));
      String after = ids.next();
      assertThat(after).isGreaterThan(before);
      before = after;
    }
  }

  @Test
  void idsOfOneMillisecondShareTheirFirstTenCharacters() {
    Ids ids = new Ids(ManualClock.at(START), new Random(Seeds.next("IdsTest")));
    assertThat(ids.next().substring(0, 10)).isEqualTo(ids.next().substring(0, 10));
  }

  @Test
  void everyBitOfTheTimeAndOfTheChanceIsInTheId() {
    Ids none = new Ids(ManualClock.at(Instant.EPOCH), new AllBits((byte) 0));
    assertThat(none.next()).isEqualTo("0".repeat(26));
    Ids all = new Ids(ManualClock.at(Instant.ofEpochMilli((1L << 48) - 1)), new AllBits((byte) -1));
    assertThat(all.next()).isEqualTo("7" + "Z".repeat(25));
  }

  /** Chance that is always the same byte. */
  private static final class AllBits extends Random {
    private static final long serialVersionUID = 1L;
    private final byte value;

    AllBits(byte value) {
      this.value = value;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      Arrays.fill(bytes, value);
    }
  }
}
