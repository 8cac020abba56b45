package io.paidonce.reference;

import org.jspecify.annotations.Nullable;

/** Something a provider tells about an order; told twice or by two sources it is one fact. */
public sealed interface Fact {

  /** The buyer began to pay this attempt. */
  record Started(String attempt) implements Fact {}

  /** A status of this attempt that nobody knows. */
  record Unclear(String attempt) implements Fact {}

  /** This attempt is closed; of a paid one that is late news. */
  record Closed(String attempt) implements Fact {}

  /** Money arrived for this attempt. */
  record Paid(String attempt, String trade, long amount) implements Fact {}

  /** How far one refund is, with its own amount. */
  record Refunded(String attempt, String trade, String number, long amount, Progress progress)
      implements Fact {}

  /**
   * What is refunded of a trade so far, all refunds together.
   *
   * @param number of the refund that led to the figure; null where it is not told
   */
  record RefundedInAll(String attempt, String trade, @Nullable String number, long amount)
      implements Fact {}

  /** How far a refund is; a later constant outweighs an earlier one. */
  enum Progress {
    PROCESSING,
    ABNORMAL,
    CLOSED,
    SUCCEEDED
  }
}
