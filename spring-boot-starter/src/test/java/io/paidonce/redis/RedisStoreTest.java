package io.paidonce.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lettuce.core.RedisURI;
import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.redis.RedisCluster;
import io.paidonce.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Claims when Redis is frozen, flushed, restarted or fails over. */
class RedisStoreTest {

  private static final Duration BUDGET = Duration.ofMillis(500);
  private static final Duration MARGIN = Duration.ofSeconds(3);
  private static RedisProcess server;
  private static RedisIdempotencyStore store;

  @BeforeAll
  static void start() {
    server = RedisProcess.start();
    store = standalone(server);
  }

  @AfterAll
  static void stop() {
    store.close();
    server.close();
  }

  static RedisIdempotencyStore standalone(RedisProcess redis) {
    return new RedisIdempotencyStore(
        LettuceAccess.standalone(RedisURI.create(redis.host(), redis.port()), BUDGET),
        "test:",
        BUDGET);
  }

  @Test
  void aFrozenServerIsUnavailableWithinTheBudgetAndItsLateClaimIsTakenBack() {
    assertThat(store.claim(request(key()))).isInstanceOf(Claim.Acquired.class);
    IdempotencyKey key = key();
    server.pause();
    try {
      long begun = System.nanoTime();
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> store.claim(request(key)));
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(BUDGET.plus(MARGIN));
    } finally {
      server.resume();
    }
    Eventually.passes( // what was sent before the freeze runs after it, and then its undoing
        () -> assertThat(store.claim(request(key))).isInstanceOf(Claim.Acquired.class),
        Duration.ofSeconds(10));
  }

  @Test
  void aFlushedClaimIsGivenAgainWithAHigherFenceAndTheFirstOwnerIsLate() {
    IdempotencyKey key = key();
    Ticket first = acquired(store.claim(request(key)));
    server.flush();
    Ticket second = acquired(store.claim(request(key)));
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThat(store.complete(first, done("first"))).isFalse(); // F4
    assertThat(store.renew(first, Duration.ofSeconds(9))).isFalse();
    assertThat(store.release(first)).isFalse();
    assertThat(store.complete(second, done("second"))).isTrue();
    assertThat(store.claim(request(key)))
        .isInstanceOfSatisfying(
            Claim.Replay.class, it -> assertThat(it.outcome()).isEqualTo("second".getBytes(UTF_8)));
  }

  @Test
  void aRestartedServerIsUsedAgain() {
    try (RedisProcess other = RedisProcess.start();
        RedisIdempotencyStore there = standalone(other)) {
      assertThat(there.claim(request(key()))).isInstanceOf(Claim.Acquired.class);
      other.kill();
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> there.claim(request(key())));
      other.restart();
      Eventually.passes(
          () -> assertThat(there.claim(request(key()))).isInstanceOf(Claim.Acquired.class),
          Duration.ofSeconds(20));
    }
  }

  @Test
  void aServerThatIsDownAtTheStartIsNotNeededThen() {
    RedisProcess other = RedisProcess.start();
    other.kill();
    try (RedisIdempotencyStore there = standalone(other)) {
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> there.claim(request(key())));
      other.restart();
      assertThat(there.claim(request(key()))).isInstanceOf(Claim.Acquired.class);
    } finally {
      other.close();
    }
  }

  @Test
  void scriptsThatTheServerHasForgottenAreSentAgain() {
    assertThat(store.claim(request(key()))).isInstanceOf(Claim.Acquired.class);
    assertThat(server.command("SCRIPT", "FLUSH")).startsWith("+OK");
    assertThat(store.claim(request(key()))).isInstanceOf(Claim.Acquired.class);
  }

  @Test
  void whatMustBeLookedUpFirstNeverGoesAwayByItself() {
    IdempotencyKey never = key();
    store.claim(
        new ClaimRequest(
            List.of(never), owner(), null, Duration.ofSeconds(1), Takeover.NEVER, false));
    assertThat(ttl(never)).isEqualTo(":-1");
    IdempotencyKey doubted = key();
    Ticket ticket = acquired(store.claim(request(doubted)));
    assertThat(ttl(doubted)).isNotEqualTo(":-1");
    assertThat(store.doubt(ticket, "timed out")).isTrue();
    assertThat(ttl(doubted)).isEqualTo(":-1");
  }

  @Test
  void theResultGoesAtTheEndOfItsRetentionAndTheKeyAtTheEndOfTheArchive() {
    IdempotencyKey key = key();
    Ticket ticket = acquired(store.claim(request(key)));
    store.complete(
        ticket, new Completion(new byte[] {1}, Duration.ofHours(1), Duration.ofHours(2)));
    assertThat(Long.parseLong(ttl(key).substring(1))).isBetween(10_790L, 10_800L);
    String outcome = server.command("TTL", "test:{" + key.sha256Hex() + "}:o");
    assertThat(Long.parseLong(outcome.substring(1))).isBetween(3_590L, 3_600L);
  }

  @Test
  void afterAFailoverTheClusterIsUsedAgain() {
    try (RedisCluster cluster = RedisCluster.start();
        RedisIdempotencyStore there = cluster(cluster)) {
      IdempotencyKey key = key();
      Ticket first = acquired(there.claim(request(key)));
      cluster.killMasterOf("test:{" + key.sha256Hex() + "}");
      long begun = System.nanoTime();
      Eventually.passes(() -> assertThat(there.find(key)).isNotNull(), Duration.ofSeconds(30));
      System.out.println(
          "usable after " + Duration.ofNanos(System.nanoTime() - begun).toMillis() + " ms");
      Claim again = there.claim(request(key));
      if (again instanceof Claim.Acquired forgotten) {
        assertThat(forgotten.ticket().fence()).isGreaterThan(first.fence());
      } else {
        assertThat(again).isInstanceOf(Claim.InProgress.class);
      }
      for (int i = 0; i < 50; i++) {
        assertThat(there.claim(request(key()))).isInstanceOf(Claim.Acquired.class);
      }
    }
  }

  static RedisIdempotencyStore cluster(RedisCluster cluster) {
    List<RedisURI> nodes =
        cluster.nodes().stream().map(it -> RedisURI.create(it.host(), it.port())).toList();
    return new RedisIdempotencyStore(LettuceAccess.cluster(nodes, BUDGET), "test:", BUDGET);
  }

  private static String ttl(IdempotencyKey key) {
    return server.command("TTL", "test:{" + key.sha256Hex() + "}");
  }

  private static Completion done(String outcome) {
    return new Completion(outcome.getBytes(UTF_8), Duration.ofHours(1), Duration.ZERO);
  }

  private static Ticket acquired(Claim claim) {
    assertThat(claim).isInstanceOf(Claim.Acquired.class);
    return ((Claim.Acquired) claim).ticket();
  }

  private static ClaimRequest request(IdempotencyKey key) {
    return new ClaimRequest(
        List.of(key), owner(), null, Duration.ofSeconds(30), Takeover.AFTER_LEASE, false);
  }

  private static String owner() {
    return "test/" + UUID.randomUUID();
  }

  private static IdempotencyKey key() {
    return IdempotencyKey.of("redis", UUID.randomUUID().toString());
  }
}
