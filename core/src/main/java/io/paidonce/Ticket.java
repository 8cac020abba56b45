package io.paidonce;

import java.util.Comparator;
import java.util.List;

/**
 * What the owner of a claim shows at every later step: the keys it claimed, its token and its
 * fence.
 *
 * <p>A store checks token and fence of each key in the statement that changes the record, so a late
 * owner can neither renew, complete nor release what has become another's.
 *
 * @param keys claimed together, sorted by {@link IdempotencyKey#sha256Hex()}; the first is the
 *     primary one, which carries the outcome
 * @param owner token of this claim, unique, at most {@value #OWNER_LENGTH_MAX} characters
 * @param fence greater than that of every earlier claim of any of the keys, also of claims that the
 *     store has forgotten since: microseconds of the store's clock, or one more than the last
 */
public record Ticket(List<IdempotencyKey> keys, String owner, long fence) {

  /** Longest owner token, in characters. */
  public static final int OWNER_LENGTH_MAX = 64;

  /** Most keys of one claim. */
  public static final int KEYS_MAX = 100;

  public Ticket {
    keys = sorted(keys);
    if (owner.isBlank() || owner.length() > OWNER_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "an owner token has 1 to " + OWNER_LENGTH_MAX + " characters");
    }
  }

  /** The key that carries the outcome. */
  public IdempotencyKey primary() {
    return keys.get(0);
  }

  /**
   * The keys in the one order in which every claim takes them, so that two never wait in a ring.
   */
  static List<IdempotencyKey> sorted(List<IdempotencyKey> keys) {
    if (keys.isEmpty() || keys.size() > KEYS_MAX) {
      throw new IllegalArgumentException("a claim has 1 to " + KEYS_MAX + " keys");
    }
    if (keys.size() == 1) {
      return List.copyOf(keys);
    }
    List<IdempotencyKey> sorted =
        keys.stream().distinct().sorted(Comparator.comparing(IdempotencyKey::sha256Hex)).toList();
    if (sorted.size() != keys.size()) {
      throw new IllegalArgumentException("a claim names the same key twice");
    }
    return sorted;
  }
}
