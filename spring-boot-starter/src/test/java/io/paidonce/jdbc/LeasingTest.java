package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.LEASE;
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
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.Engine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the contract does not ask, because only a table can get it wrong. */
@ParameterizedClass
@EnumSource(Engine.class)
class LeasingTest {

  private final Database database;
  private final JdbcIdempotencyStore store;

  LeasingTest(Engine engine) {
    this.database = Tables.fresh(engine);
    this.store = JdbcIdempotencyStore.leasing(database.dataSource());
  }

  @AfterEach
  void drop() {
    database.drop();
  }

  private Ticket claimed(ClaimRequest request) {
    return ((Claim.Acquired) store.claim(request)).ticket();
  }

  @Test
  void lifeOfOneKey() {
    Ticket ticket = claimed(request("a"));
    assertThat(store.claim(request("a"))).isInstanceOf(Claim.InProgress.class);
    assertThat(store.renew(ticket, LEASE)).isTrue();
    assertThat(store.renew(ticket, LEASE)).isTrue();
    assertThat(store.complete(ticket, Tables.done("paid"))).isTrue();
    assertThat(store.complete(ticket, Tables.done("again"))).isTrue();
    assertThat(store.release(ticket)).isFalse();
    Claim.Replay replay = (Claim.Replay) store.claim(request("a"));
    assertThat(new String(replay.outcome(), StandardCharsets.UTF_8)).isEqualTo("paid");
    Tables.age(database.dataSource(), Tables.RETENTION);
    assertThat(store.find(key("a"))).isEmpty();
    Ticket next = claimed(request("a"));
    assertThat(next.fence()).isGreaterThan(ticket.fence());
    assertThat(store.complete(ticket, Tables.done("late"))).isFalse();
  }

  @Test
  void leaseThatEndedIsTakenOverOrInDoubt() {
    Ticket first = claimed(request("a"));
    claimed(request(newOwner(), LEASE, Takeover.NEVER, "b"));
    Tables.age(database.dataSource(), LEASE);
    assertThat(store.find(key("a")).orElseThrow().state()).isEqualTo(RecordView.State.LEASE_ENDED);
    Ticket second = claimed(request("a"));
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThat(store.renew(first, LEASE)).isFalse();
    assertThat(store.release(first)).isFalse();
    assertThat(store.claim(request("b"))).isInstanceOf(Claim.InDoubt.class);
    assertThat(store.release(second)).isTrue();
    assertThat(claimed(request("a")).fence()).isGreaterThan(second.fence());
  }

  @Test
  void severalKeysAreClaimedTogetherOrNotAtAll() {
    Ticket b = claimed(request("b"));
    ClaimRequest all = request(newOwner(), LEASE, Takeover.AFTER_LEASE, "a", "b", "c", "d");
    assertThat(store.claim(all)).isInstanceOf(Claim.KeyReused.class);
    assertThat(store.find(key("a"))).isEmpty();
    assertThat(store.find(key("d"))).isEmpty();
    assertThat(store.release(b)).isTrue();
    Ticket together = claimed(all);
    assertThat(store.find(key("b")).orElseThrow().fence()).isEqualTo(together.fence());
    assertThat(claimed(all)).isEqualTo(together);
    assertThat(store.complete(together, Tables.done("all"))).isTrue();
    for (IdempotencyKey key : together.keys()) {
      assertThat(store.find(key).orElseThrow().state()).isEqualTo(RecordView.State.COMPLETED);
    }
  }

  @Test
  void sameClaimAskedForAgainGetsItsWholeLease() {
    ClaimRequest request = request("a");
    Ticket first = claimed(request);
    Tables.age(database.dataSource(), LEASE.minusSeconds(10));
    assertThat(claimed(request)).isEqualTo(first);
    Tables.age(database.dataSource(), Duration.ofSeconds(20));
    assertThat(store.claim(request("a"))).isInstanceOf(Claim.InProgress.class);
  }

  @Test
  void everyTextAndTheLargestOutcomeAreKept() {
    IdempotencyKey odd = IdempotencyKey.of("s\u0000\uD83D\uDE00", "\uD83D\uDE00".repeat(150));
    String owner = "o".repeat(Ticket.OWNER_LENGTH_MAX);
    Claim claim =
        store.claim(
            new ClaimRequest(List.of(odd), owner, null, LEASE, Takeover.AFTER_LEASE, false));
    Ticket ticket = ((Claim.Acquired) claim).ticket();
    assertThat(store.doubt(ticket, "\u0000" + "\uD83D\uDE00".repeat(150))).isTrue();
    assertThat(store.find(odd).orElseThrow().note()).startsWith("?\uD83D\uDE00");
    byte[] outcome = new byte[Completion.OUTCOME_BYTES_MAX];
    outcome[outcome.length - 1] = 39;
    assertThat(store.complete(ticket, new Completion(outcome, LEASE, LEASE))).isTrue();
    Claim again =
        store.claim(new ClaimRequest(List.of(odd), newOwner(), null, LEASE, Takeover.NEVER, false));
    assertThat(((Claim.Replay) again).outcome()).isEqualTo(outcome);
  }

  @Test
  void purgeReducesWhatIsLateAndRemovesWhatIsGone() {
    Duration day = Duration.ofDays(1);
    for (String key : List.of("a", "b", "c")) {
      assertThat(store.complete(claimed(request(key)), new Completion(new byte[9], day, day)))
          .isTrue();
    }
    claimed(request("held"));
    assertThat(store.purge(10)).isZero();
    Tables.age(database.dataSource(), day);
    assertThat(store.purge(2)).isEqualTo(2);
    assertThat(store.purge(10)).isEqualTo(1);
    assertThat(store.purge(10)).isZero();
    assertThat(store.claim(request("a"))).isInstanceOf(Claim.Late.class);
    Tables.age(database.dataSource(), day);
    assertThat(store.purge(10)).isEqualTo(3);
    assertThat(store.purge(10)).isZero();
    assertThat(store.find(key("held"))).isPresent();
    assertThat(store.find(key("a"))).isEmpty();
  }
}
