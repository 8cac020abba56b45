package io.paidonce.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lettuce.core.RedisURI;
import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.Fingerprint;
import io.paidonce.IdempotencyKey;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.redis.RedisProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A call has one budget, however many steps it takes. */
class BudgetTest {

  private static final int KEYS = 10;
  private static final long ANSWER_MILLIS = 200;
  private static final Duration BUDGET = Duration.ofSeconds(1);

  /** Twenty steps of 200 ms each would be four seconds: each is within the budget, all are not. */
  private static final Duration TOO_LONG = Duration.ofSeconds(3);

  private static ClaimRequest request(List<IdempotencyKey> keys) {
    return new ClaimRequest(
        keys,
        "budget/" + UUID.randomUUID(),
        Fingerprint.of(List.of("paid")),
        Duration.ofMinutes(5),
        Takeover.AFTER_LEASE,
        false);
  }

  private static List<IdempotencyKey> keys() {
    String run = UUID.randomUUID().toString();
    return IntStream.range(0, KEYS).mapToObj(i -> IdempotencyKey.of("pay", run, "" + i)).toList();
  }

  private static RedisIdempotencyStore store(int port, Duration budget) {
    return RedisIdempotencyStore.standalone(RedisURI.create("127.0.0.1", port), "budget:", budget);
  }

  @Test
  void aClaimOfSeveralKeysEndsWithItsBudgetAndTakesBackWhatItHad() throws IOException {
    try (RedisProcess redis = RedisProcess.start();
        SlowLink link = new SlowLink(redis.port(), ANSWER_MILLIS);
        RedisIdempotencyStore slow = store(link.port(), BUDGET);
        RedisIdempotencyStore quick = store(redis.port(), Duration.ofSeconds(10))) {
      List<IdempotencyKey> keys = keys();
      long begun = System.nanoTime();
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> slow.claim(request(keys)));
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(BUDGET, TOO_LONG);
      Eventually.passes(
          () -> assertThat(quick.claim(request(keys))).isInstanceOf(Claim.Acquired.class),
          Duration.ofSeconds(10));
    }
  }

  /** Cut off in the middle, it is no completion: the primary key comes last. */
  @Test
  void aCompletionOfSeveralKeysEndsWithItsBudgetAndIsMadeByASecondTry() throws IOException {
    try (RedisProcess redis = RedisProcess.start();
        SlowLink link = new SlowLink(redis.port(), ANSWER_MILLIS);
        RedisIdempotencyStore slow = store(link.port(), BUDGET);
        RedisIdempotencyStore quick = store(redis.port(), Duration.ofSeconds(10))) {
      List<IdempotencyKey> keys = keys();
      Ticket ticket = ((Claim.Acquired) quick.claim(request(keys))).ticket();
      Completion done = new Completion(new byte[] {1}, Duration.ofHours(1), Duration.ZERO);
      long begun = System.nanoTime();
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> slow.complete(ticket, done));
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(BUDGET, TOO_LONG);
      assertThat(quick.claim(request(keys))).isInstanceOf(Claim.InProgress.class);
      assertThat(quick.complete(ticket, done)).isTrue();
      assertThat(quick.claim(request(keys))).isInstanceOf(Claim.Replay.class);
    }
  }
}
