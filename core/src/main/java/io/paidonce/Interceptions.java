package io.paidonce;

import java.util.Locale;

/** Told of every interception, to be counted; called on the thread of the call. Must not throw. */
@FunctionalInterface
public interface Interceptions {

  /** What happened to a call at the layer of this store. */
  void happened(String scope, String store, Outcome outcome);

  /** The kinds of outcomes. */
  enum Outcome {
    EXECUTED,
    FAILED,
    REPLAYED,
    IN_PROGRESS,
    COMPLETED,
    LATE,
    RESULT_UNREADABLE,
    FAILED_BEFORE,
    IN_DOUBT,
    KEY_REUSED,
    /** The store did not answer, and the next one decides. */
    FELL_BACK,
    /** The store did not answer, and the work ran without it. */
    PROCEEDED,
    /** The store did not answer, and the call failed. */
    UNAVAILABLE,
    /** The claim was lost while the work ran. */
    OWNERSHIP_LOST,
    /** The work is done and the store does not know it yet. */
    NOT_COMPLETED,
    /** The work failed and the store still holds the claim. */
    NOT_RELEASED;

    /** As a value of a metric's tag. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
