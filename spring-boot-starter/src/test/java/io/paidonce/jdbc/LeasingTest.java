package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.LEASE;
import static io.paidonce.jdbc.Tables.claimed;
import static io.paidonce.jdbc.Tables.key;
import static io.paidonce.jdbc.Tables.newOwner;
import static io.paidonce.jdbc.Tables.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.RecordView;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Claims in a table, under every setting that could make it answer wrongly. */
class LeasingTest {

  private static final int POOL = 3;

  @ParameterizedTest
  @EnumSource
  void oneKeyFromItsClaimToItsNext(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.leasing();
      Ticket ticket = claimed(store, "a");
      assertThat(store.claim(request("a"))).isInstanceOf(Claim.InProgress.class);
      assertThat(store.renew(ticket, LEASE)).isTrue();
      assertThat(store.renew(ticket, LEASE)).isTrue();
      assertThat(store.complete(ticket, Tables.done("paid"))).isTrue();
      assertThat(store.complete(ticket, Tables.done("again"))).isTrue();
      assertThat(store.release(ticket)).isFalse();
      assertThat(Tables.outcome(store.claim(request("a")))).isEqualTo("paid");
      tables.age(Tables.RETENTION);
      assertThat(store.find(key("a"))).isEmpty();
      Ticket next = claimed(store, "a");
      assertThat(next.fence()).isGreaterThan(ticket.fence());
      assertThat(store.complete(ticket, Tables.done("late"))).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void leaseThatEndedIsTakenOverOrInDoubt(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.leasing();
      Ticket first = claimed(store, "a");
      claimed(store, request(newOwner(), LEASE, Takeover.NEVER, "b"));
      tables.age(LEASE);
      assertThat(store.find(key("a")).orElseThrow().state())
          .isEqualTo(RecordView.State.LEASE_ENDED);
      Ticket second = claimed(store, "a");
      assertThat(second.fence()).isGreaterThan(first.fence());
      assertThat(store.renew(first, LEASE)).isFalse();
      assertThat(store.release(first)).isFalse();
      assertThat(store.claim(request("b"))).isInstanceOf(Claim.InDoubt.class);
      assertThat(store.release(second)).isTrue();
      assertThat(claimed(store, "a").fence()).isGreaterThan(second.fence());
    }
  }

  @ParameterizedTest
  @EnumSource
  void severalKeysAreClaimedTogetherOrNotAtAll(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.leasing();
      Ticket b = claimed(store, "b");
      ClaimRequest all = request(newOwner(), LEASE, Takeover.AFTER_LEASE, "a", "b", "c", "d");
      assertThat(store.claim(all)).isInstanceOf(Claim.KeyReused.class);
      assertThat(store.find(key("a"))).isEmpty();
      assertThat(store.find(key("d"))).isEmpty();
      assertThat(store.release(b)).isTrue();
      Ticket together = claimed(store, all);
      assertThat(store.find(key("b")).orElseThrow().fence()).isEqualTo(together.fence());
      assertThat(claimed(store, all)).isEqualTo(together);
      assertThat(store.complete(together, Tables.done("all"))).isTrue();
      for (IdempotencyKey key : together.keys()) {
        assertThat(store.find(key).orElseThrow().state()).isEqualTo(RecordView.State.COMPLETED);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void stepOfSeveralKeysOfWhichOneIsLostChangesNone(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.leasing();
      Ticket all = claimed(store, request(newOwner(), LEASE, Takeover.NEVER, "a", "b", "c"));
      store.free(all.keys().get(1), true);
      assertThat(store.renew(all, LEASE.multipliedBy(2))).isFalse();
      assertThat(store.complete(all, Tables.done("x"))).isFalse();
      assertThat(store.doubt(all, "x")).isFalse();
      assertThat(store.release(all)).isFalse();
      for (IdempotencyKey key : List.of(all.keys().get(0), all.keys().get(2))) {
        RecordView record = store.find(key).orElseThrow();
        assertThat(record.state()).isEqualTo(RecordView.State.IN_PROGRESS);
        assertThat(record.until()).isBefore(record.since().plus(LEASE).plusMillis(5));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void sameClaimAskedForAgainGetsItsWholeLease(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.leasing();
      ClaimRequest request = request("a");
      Ticket first = claimed(store, request);
      tables.age(LEASE.minusSeconds(10));
      assertThat(claimed(store, request)).isEqualTo(first);
      tables.age(Duration.ofSeconds(20));
      assertThat(store.claim(request("a"))).isInstanceOf(Claim.InProgress.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyTextAndTheLargestOutcomeAreKept(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.leasing();
      IdempotencyKey odd = IdempotencyKey.of("s\u0000\uD83D\uDE00", "\uD83D\uDE00".repeat(150));
      String owner = "o".repeat(Ticket.OWNER_LENGTH_MAX);
      Ticket ticket = claimed(store, plain(odd, owner));
      assertThat(store.doubt(ticket, "\u0000" + "\uD83D\uDE00".repeat(150))).isTrue();
      assertThat(store.find(odd).orElseThrow().note()).startsWith("?\uD83D\uDE00");
      byte[] outcome = new byte[Completion.OUTCOME_BYTES_MAX];
      outcome[outcome.length - 1] = 39;
      assertThat(store.complete(ticket, new Completion(outcome, LEASE, LEASE))).isTrue();
      Claim again = store.claim(plain(odd, newOwner()));
      assertThat(((Claim.Replay) again).outcome()).isEqualTo(outcome);
    }
  }

  private static ClaimRequest plain(IdempotencyKey key, String owner) {
    return new ClaimRequest(List.of(key), owner, null, LEASE, Takeover.NEVER, false);
  }

  @ParameterizedTest
  @EnumSource
  void purgeReducesWhatIsLateAndRemovesWhatIsGone(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.leasing();
      Duration day = Duration.ofDays(1);
      for (String key : List.of("a", "b", "c")) {
        Ticket ticket = claimed(store, key);
        assertThat(store.complete(ticket, new Completion(new byte[9], day, day))).isTrue();
      }
      claimed(store, "held");
      assertThat(store.purge(10)).isZero();
      tables.age(day);
      assertThat(store.purge(2)).isEqualTo(2);
      assertThat(store.purge(10)).isEqualTo(1);
      assertThat(store.purge(10)).isZero();
      assertThat(store.claim(request("a"))).isInstanceOf(Claim.Late.class);
      tables.age(day);
      assertThat(store.purge(10)).isEqualTo(3);
      assertThat(store.purge(10)).isZero();
      assertThat(store.find(key("held"))).isPresent();
      assertThat(store.find(key("a"))).isEmpty();
    }
  }
}
