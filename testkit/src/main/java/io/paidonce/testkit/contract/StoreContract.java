package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.Fingerprint;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** What the suites share: a fixture that is opened once, and words for what they do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StoreContract {

  static final Duration LEASE = Duration.ofMinutes(5);
  static final Duration RETENTION = Duration.ofHours(25);
  static final Duration ARCHIVE = Duration.ofDays(30);

  private @Nullable StoreFixture opened;

  /** A fixture of the store under test. */
  protected abstract StoreFixture open();

  @BeforeAll
  final void openFixture() {
    opened = open();
  }

  @AfterAll
  final void closeFixture() {
    fixture().close();
  }

  final StoreFixture fixture() {
    StoreFixture it = opened;
    if (it == null) {
      throw new IllegalStateException("the fixture is not open");
    }
    return it;
  }

  final IdempotencyStore store() {
    return fixture().store();
  }

  static IdempotencyKey key() {
    return IdempotencyKey.of("contract", UUID.randomUUID().toString());
  }

  static String owner() {
    return "test/" + UUID.randomUUID();
  }

  static Fingerprint asked(int amount) {
    return Fingerprint.of(Map.of("amount", amount, "shop", "s1"));
  }

  static ClaimRequest request(IdempotencyKey key) {
    return new ClaimRequest(List.of(key), owner(), null, LEASE, Takeover.AFTER_LEASE, false);
  }

  static ClaimRequest request(IdempotencyKey key, int amount) {
    return new ClaimRequest(
        List.of(key), owner(), asked(amount), LEASE, Takeover.AFTER_LEASE, false);
  }

  static ClaimRequest never(IdempotencyKey key) {
    return new ClaimRequest(List.of(key), owner(), asked(1), LEASE, Takeover.NEVER, false);
  }

  static ClaimRequest resolving(IdempotencyKey key) {
    return new ClaimRequest(List.of(key), owner(), asked(1), LEASE, Takeover.NEVER, true);
  }

  static ClaimRequest all(List<IdempotencyKey> keys) {
    Fingerprint set =
        Fingerprint.of(keys.stream().map(IdempotencyKey::sha256Hex).sorted().toList());
    return new ClaimRequest(keys, owner(), set, LEASE, Takeover.AFTER_LEASE, false);
  }

  static Completion done(String outcome) {
    return new Completion(outcome.getBytes(StandardCharsets.UTF_8), RETENTION, Duration.ZERO);
  }

  static Completion archived(String outcome) {
    return new Completion(outcome.getBytes(StandardCharsets.UTF_8), RETENTION, ARCHIVE);
  }

  final Ticket claimed(IdempotencyKey key) {
    return acquired(store().claim(request(key)));
  }

  static Ticket acquired(Claim claim) {
    assertThat(claim).isInstanceOf(Claim.Acquired.class);
    return ((Claim.Acquired) claim).ticket();
  }

  final void replays(IdempotencyKey key, String outcome) {
    assertThat(store().claim(request(key)))
        .isInstanceOfSatisfying(
            Claim.Replay.class,
            it -> assertThat(new String(it.outcome(), StandardCharsets.UTF_8)).isEqualTo(outcome));
  }

  final void busy(IdempotencyKey key) {
    assertThat(store().claim(request(key))).isInstanceOf(Claim.InProgress.class);
  }
}
