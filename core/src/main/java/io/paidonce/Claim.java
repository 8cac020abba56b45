package io.paidonce;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;

/**
 * What came of a {@link ClaimRequest}. Only {@link Acquired} entitles to run the work; with several
 * keys the first one that could not be had, in their sorted order, is the answer.
 */
public sealed interface Claim {

  /** The caller owns the keys until its lease ends. */
  record Acquired(Ticket ticket) implements Claim {}

  /**
   * Somebody is at it, or has not committed yet.
   *
   * @param leaseLeft of the owner; zero if the store cannot see it
   */
  record InProgress(Duration leaseLeft) implements Claim {}

  /**
   * It is done.
   *
   * @param outcome as given to {@link IdempotencyStore#complete}; empty if there was none
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Replay(byte[] outcome, Instant completedAt) implements Claim {}

  /**
   * The key came before with another request, whatever became of that one.
   *
   * @param differing names of members that differ, as far as they are told apart
   */
  record KeyReused(Set<String> differing) implements Claim {

    public KeyReused {
      differing = Set.copyOf(differing);
    }
  }

  /**
   * It may or may not have taken effect; see {@link Takeover#NEVER}.
   *
   * @param note why, in the words of who noticed; empty if a lease ran out
   */
  record InDoubt(String note, Instant since) implements Claim {}

  /** It was done, longer ago than the retention of its result; only that is still known. */
  record Late(Instant completedAt) implements Claim {}

  /** One function for each case. */
  default <R> R fold(
      Function<Acquired, R> acquired,
      Function<InProgress, R> inProgress,
      Function<Replay, R> replay,
      Function<KeyReused, R> keyReused,
      Function<InDoubt, R> inDoubt,
      Function<Late, R> late) {
    if (this instanceof Acquired it) {
      return acquired.apply(it);
    }
    if (this instanceof InProgress it) {
      return inProgress.apply(it);
    }
    if (this instanceof Replay it) {
      return replay.apply(it);
    }
    if (this instanceof KeyReused it) {
      return keyReused.apply(it);
    }
    return this instanceof InDoubt it ? inDoubt.apply(it) : late.apply((Late) this);
  }
}
