package io.paidonce.hub.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.inbox.RejectionLog.Rejection;
import io.paidonce.hub.model.ChannelName;
import io.paidonce.testkit.databases.Engine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RejectionLogTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final ChannelName SHOP = new ChannelName("shop");
  private static final ChannelName OTHER = new ChannelName("other");
  private static final int CAP = 5;

  private final InboxTables tables = new InboxTables(Engine.H2);
  private RejectionLog log = new RejectionLog(tables.jdbc, tables.ids, CAP);

  @AfterAll
  void close() {
    tables.close();
  }

  @BeforeEach
  void empty() {
    tables.jdbc.getJdbcOperations().update("DELETE FROM rejection");
    log = new RejectionLog(tables.jdbc, tables.ids, CAP);
  }

  private static Rejection rejection(ChannelName channel, String reason, Instant at) {
    return new Rejection(
        channel, reason, "detail", "h: v", "body".getBytes(StandardCharsets.UTF_8), at);
  }

  private int kept(String where) {
    log.flush();
    return tables.rows("SELECT * FROM rejection WHERE " + where).size();
  }

  @Test
  void aFloodKeepsNoMoreThanTheCap() {
    for (int i = 0; i < 10_000; i++) {
      log.add(rejection(SHOP, "SIGNATURE", NOON.plusMillis(i)));
    }
    assertThat(kept("1 = 1")).isEqualTo(CAP);
  }

  @Test
  void theFirstOfEachReasonIsKeptAlthoughTheCapIsReached() {
    for (int i = 0; i < 100; i++) {
      log.add(rejection(SHOP, "SIGNATURE", NOON));
    }
    assertThat(log.add(rejection(SHOP, "IDENTITY", NOON))).isTrue();
    assertThat(log.add(rejection(SHOP, "IDENTITY", NOON))).isFalse();
    assertThat(kept("reason = 'IDENTITY'")).isEqualTo(1);
  }

  @Test
  void onlyTheFirstOfAReasonInAnHourIsCalledTheFirst() {
    assertThat(log.add(rejection(SHOP, "SIGNATURE", NOON))).isTrue();
    Instant lastMillisecond = NOON.plus(Duration.ofHours(1)).minusMillis(1);
    assertThat(log.add(rejection(SHOP, "SIGNATURE", lastMillisecond))).isFalse();
    assertThat(log.add(rejection(SHOP, "SIGNATURE", NOON.plus(Duration.ofHours(1))))).isTrue();
  }

  @Test
  void aNewHourHasRoomAgain() {
    for (int hour = 0; hour < 3; hour++) {
      for (int i = 0; i < 100; i++) {
        log.add(rejection(SHOP, "SIGNATURE", NOON.plus(Duration.ofHours(hour))));
      }
    }
    assertThat(kept("1 = 1")).isEqualTo(3 * CAP);
  }

  @Test
  void anotherChannelsFloodTakesNoRoom() {
    for (int i = 0; i < 10_000; i++) {
      log.add(rejection(SHOP, "SIGNATURE", NOON));
    }
    for (int i = 0; i < CAP; i++) {
      log.add(rejection(OTHER, "SIGNATURE", NOON));
    }
    assertThat(kept("channel = 'other'")).isEqualTo(CAP);
  }

  @Test
  void theRawBytesAreKept() {
    log.add(rejection(SHOP, "SIGNATURE", NOON));
    log.flush();
    assertThat(tables.rows("SELECT body_bytes, headers, received_at_ms FROM rejection"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("body_bytes", 4)
                    .containsEntry("headers", "h: v")
                    .containsEntry("received_at_ms", NOON.toEpochMilli()));
  }

  @Test
  void whatIsWrittenIsNotWrittenAgain() {
    log.add(rejection(SHOP, "SIGNATURE", NOON));
    log.flush();
    assertThat(kept("1 = 1")).isEqualTo(1);
  }
}
