package io.paidonce;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kind of action and how its repeats are treated; immutable, each {@code with} gives a copy.
 *
 * @param scope keeps this operation's keys apart from all others
 * @param resultType what duplicates are given; {@code void.class} for nothing
 * @param lease how long a claim lasts unless renewed; the watchdog renews it while the work runs
 * @param retention how long the result is kept for duplicates
 * @param archive how much longer it is remembered that the key was used
 * @param retryHorizon the longest time after which somebody repeats this operation, if known; zero
 *     if not. A retention shorter than it is refused
 * @param waitMax how long a duplicate waits for the one in flight; at most {@link #WAIT_MAX}
 * @param holdMax how long the watchdog renews at most: a leaked claim ends after it
 * @param takeover what becomes of a claim whose lease ran out
 * @param afterFailure what becomes of a claim whose work has thrown this
 * @param resolver asked about work in doubt; null to leave it to people
 */
public record Operation<T extends @Nullable Object>(
    String scope,
    Type resultType,
    Duration lease,
    Duration retention,
    Duration archive,
    Duration retryHorizon,
    Duration waitMax,
    Duration holdMax,
    Takeover takeover,
    Function<Throwable, AfterFailure> afterFailure,
    @Nullable Resolver<T> resolver) {

  /** Lease unless another is given. */
  public static final Duration LEASE = Duration.ofSeconds(60);

  /** Retention unless another is given: a payment provider's whole day of retries, and one hour. */
  public static final Duration RETENTION = Duration.ofHours(25);

  /** The watchdog renews this long unless told otherwise. */
  public static final Duration HOLD_MAX = Duration.ofHours(1);

  /** Longest wait for the one in flight: a waiting duplicate holds a thread. */
  public static final Duration WAIT_MAX = Duration.ofSeconds(2);

  public Operation {
    if (scope.isBlank()) {
      throw new IllegalArgumentException("an operation has a scope");
    }
    require(
        scope, "a lease below " + ClaimRequest.LEASE_MIN, !below(lease, ClaimRequest.LEASE_MIN));
    require(scope, "a retention shorter than the lease", !below(retention, lease));
    require(
        scope,
        "a retention of "
            + retention
            + ", shorter than its retry horizon of "
            + retryHorizon
            + ": a retry after the retention would take effect again",
        !below(retention.plus(archive), retryHorizon));
    require(scope, "a negative archive or retry horizon", !negative(archive, retryHorizon));
    require(
        scope,
        "a wait that is not 0 to " + WAIT_MAX,
        !below(WAIT_MAX, waitMax) && !negative(waitMax));
    require(scope, "a longest hold shorter than the lease", !below(holdMax, lease));
  }

  /** An operation with the usual times, whose duplicates are given a result of this type. */
  public static <T> Operation<T> of(String scope, Class<T> resultType) {
    return of(scope, (Type) resultType);
  }

  /** The same for a type with parameters; it is for the caller to name the right one. */
  public static <T extends @Nullable Object> Operation<T> of(String scope, Type resultType) {
    return new Operation<>(
        scope,
        resultType,
        LEASE,
        RETENTION,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        HOLD_MAX,
        Takeover.AFTER_LEASE,
        failure -> AfterFailure.RELEASE,
        null);
  }

  /** A key of this operation. */
  public IdempotencyKey key(String... parts) {
    return IdempotencyKey.of(scope, parts);
  }

  /** With this lease; the longest hold is raised to it if need be. */
  public Operation<T> withLease(Duration lease) {
    return with(
        lease, retention, archive, retryHorizon, waitMax, below(holdMax, lease) ? lease : holdMax);
  }

  /** With this retention, and this long an archive after it. */
  public Operation<T> withRetention(Duration retention, Duration archive) {
    return with(lease, retention, archive, retryHorizon, waitMax, holdMax);
  }

  /** Repeated as late as this; refused if retention and archive together are shorter. */
  public Operation<T> withRetryHorizon(Duration retryHorizon) {
    return with(lease, retention, archive, retryHorizon, waitMax, holdMax);
  }

  /** With this wait for the one in flight. */
  public Operation<T> withWait(Duration waitMax) {
    return with(lease, retention, archive, retryHorizon, waitMax, holdMax);
  }

  /** With this longest hold. */
  public Operation<T> withHoldMax(Duration holdMax) {
    return with(lease, retention, archive, retryHorizon, waitMax, holdMax);
  }

  /** With this takeover, and this resolver for what is then in doubt. */
  public Operation<T> withTakeover(Takeover takeover, @Nullable Resolver<T> resolver) {
    return new Operation<>(
        scope,
        resultType,
        lease,
        retention,
        archive,
        retryHorizon,
        waitMax,
        holdMax,
        takeover,
        afterFailure,
        resolver);
  }

  /** With this treatment of failures. */
  public Operation<T> withAfterFailure(Function<Throwable, AfterFailure> afterFailure) {
    return new Operation<>(
        scope,
        resultType,
        lease,
        retention,
        archive,
        retryHorizon,
        waitMax,
        holdMax,
        takeover,
        afterFailure,
        resolver);
  }

  private Operation<T> with(
      Duration lease,
      Duration retention,
      Duration archive,
      Duration retryHorizon,
      Duration waitMax,
      Duration holdMax) {
    return new Operation<>(
        scope,
        resultType,
        lease,
        retention,
        archive,
        retryHorizon,
        waitMax,
        holdMax,
        takeover,
        afterFailure,
        resolver);
  }

  private static void require(String scope, String what, boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("operation " + scope + " has " + what);
    }
  }

  private static boolean below(Duration one, Duration other) {
    return one.compareTo(other) < 0;
  }

  private static boolean negative(Duration... durations) {
    for (Duration duration : durations) {
      if (duration.isNegative()) {
        return true;
      }
    }
    return false;
  }
}
