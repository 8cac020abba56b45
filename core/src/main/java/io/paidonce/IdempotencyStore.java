package io.paidonce;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Where claims are kept: the contract that memory, databases and Redis fulfil alike.
 *
 * <p>A record is absent, in progress (owner, fence, lease), completed (outcome, retention), in
 * doubt, or late (completed, and past its retention). Every change is one atomic step in the store,
 * by the store's clock; no method reads first and then acts on what it read. A record past its
 * lease may be taken over, a completed one past retention and archive is absent, whether or not
 * {@link #purge} has removed it.
 *
 * <p>Each method throws {@link StoreUnavailableException} when it cannot tell what happened; all of
 * them may then be called again with the same arguments. None is called with null. Thread-safe.
 */
public interface IdempotencyStore {

  /** A name for metrics and messages, such as {@code redis}. */
  String name();

  /** The ways in which this store can take part. */
  Set<Mode> modes();

  /** Claims all keys of the request, or none. The same owner asking again gets the same claim. */
  Claim claim(ClaimRequest request);

  /**
   * Lets the lease end this long from now.
   *
   * @return false if any key is not this ticket's claim in progress any more; nothing is changed
   */
  boolean renew(Ticket ticket, Duration lease);

  /**
   * Ends the claim with an outcome, also after its lease ran out, as long as nobody took over.
   * Completing again changes nothing. The fingerprint stays.
   *
   * @return false if any key is not this ticket's any more; nothing is changed
   * @throws IllegalArgumentException if the outcome is larger than {@link
   *     Completion#OUTCOME_BYTES_MAX}; the claim stays as it was
   */
  boolean complete(Ticket ticket, Completion completion);

  /**
   * Gives the keys back, as if they had not been claimed; never a completed one.
   *
   * @return false if any key is not this ticket's claim any more; nothing is changed
   */
  boolean release(Ticket ticket);

  /**
   * Puts the claim in doubt: its work may have taken effect. It keeps its keys until somebody
   * resolves it.
   *
   * @param note why, at most {@value RecordView#NOTE_LENGTH_MAX} characters are kept
   * @return false if any key is not this ticket's claim any more; nothing is changed
   */
  boolean doubt(Ticket ticket, String note);

  /** What is known of a key; for people, not for deciding. */
  Optional<RecordView> find(IdempotencyKey key);

  /**
   * Frees a key by the decision of a person, so that its work can run again.
   *
   * @param force also if it is in progress within its lease, completed or late
   */
  Freed free(IdempotencyKey key, boolean force);

  /**
   * Removes what is past its time, a bounded number of records.
   *
   * @return how many were removed or reduced; zero when nothing is left to do
   */
  int purge(int recordsMax);

  /** How a store takes part in an operation. */
  enum Mode {
    /** Record and effect are in the caller's transaction: both or neither, exactly once. */
    ATOMIC,
    /** The claim is committed before the work and completed after it; see {@link Takeover}. */
    LEASE
  }

  /** What came of {@link #free}. */
  enum Freed {
    FREED,
    /** There is no such record. */
    ABSENT,
    /** It is in progress within its lease, completed or late: force is needed. */
    HELD
  }
}
