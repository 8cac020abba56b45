package io.paidonce;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to become the owner of some keys.
 *
 * @param keys all or none of them are claimed; sorted here
 * @param owner token of this attempt; the same request again, because its answer was lost, gets the
 *     same claim
 * @param fingerprint of what is asked for; null if the key alone says it. Needed with several keys,
 *     where it covers the set of keys too
 * @param lease how long the claim lasts unless renewed; more than zero
 * @param takeover what this claim becomes when its lease runs out
 * @param resolving whether a record in doubt is claimed too, by somebody who will find out
 */
public record ClaimRequest(
    List<IdempotencyKey> keys,
    String owner,
    @Nullable Fingerprint fingerprint,
    Duration lease,
    Takeover takeover,
    boolean resolving) {

  /** Shortest lease: below it, the clock of a store is too coarse. */
  public static final Duration LEASE_MIN = Duration.ofMillis(10);

  public ClaimRequest {
    keys = new Ticket(keys, owner, 0).keys();
    if (lease.compareTo(LEASE_MIN) < 0) {
      throw new IllegalArgumentException("a lease of " + lease + " is below " + LEASE_MIN);
    }
    if (keys.size() > 1 && fingerprint == null) {
      throw new IllegalArgumentException("a claim of several keys needs a fingerprint");
    }
  }
}
