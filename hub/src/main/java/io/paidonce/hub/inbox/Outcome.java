package io.paidonce.hub.inbox;

/** What the pipeline made of a notification. */
public enum Outcome {
  /** Committed, not decided yet. */
  RECEIVED,
  APPLIED,
  /** Genuine and understood, and nothing to change: late, or told before. */
  STAY,
  /** Waits for something that must come first. */
  PARKED,
  /** Not about money. */
  IGNORED,
  /** Contradicts our record or another notification; a case tells. */
  CONFLICT,
  /** Could not be applied after all retries; a case tells. */
  FAILED
}
