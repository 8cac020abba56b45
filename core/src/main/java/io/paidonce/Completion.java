package io.paidonce;

import java.time.Duration;

/**
 * How a claim ends well.
 *
 * @param outcome what duplicates are given, opaque to the store; empty if there is nothing to give
 * @param retention how long the outcome is kept
 * @param archive how much longer it is remembered that the key was used; zero for not at all
 */
@SuppressWarnings("ArrayRecordComponent")
public record Completion(byte[] outcome, Duration retention, Duration archive) {

  /** Largest outcome, in bytes. */
  public static final int OUTCOME_BYTES_MAX = 1 << 20;

  public Completion {
    if (retention.isNegative() || retention.isZero() || archive.isNegative()) {
      throw new IllegalArgumentException(
          "a retention is above zero and an archive not below, not "
              + retention
              + " and "
              + archive);
    }
  }
}
