package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.Fingerprint;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
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
  private static final Duration SETTLED_MAX = Duration.ofSeconds(10);

  private final Random random = new Random(Seeds.next(getClass().getName()));
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

  /** A key that nobody has used; suites that share a server have keys of their own. */
  final IdempotencyKey key() {
    return IdempotencyKey.of(
        "contract",
        getClass().getName(),
        new UUID(random.nextLong(), random.nextLong()).toString());
  }

  /** Keys that nobody has used, in the order in which a claim takes them. */
  final List<IdempotencyKey> sortedKeys(int count) {
    return Stream.generate(this::key)
        .limit(count)
        .sorted(Comparator.comparing(IdempotencyKey::sha256Hex))
        .toList();
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

  final Optional<State> state(IdempotencyKey key) {
    return store().find(key).map(RecordView::state);
  }

  /** A store may take partly claimed keys back a moment after its answer. */
  final Ticket awaitClaimed(IdempotencyKey key) {
    return acquired(
        Eventually.value(
            () -> store().claim(request(key)), Claim.Acquired.class::isInstance, SETTLED_MAX));
  }

  final void busy(IdempotencyKey key) {
    assertThat(store().claim(request(key))).isInstanceOf(Claim.InProgress.class);
  }
}
