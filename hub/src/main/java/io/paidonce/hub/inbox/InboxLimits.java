package io.paidonce.hub.inbox;

import java.time.Duration;

/**
 * The inbox's limits.
 *
 * @param batchMax deliveries that share one commit at most
 * @param queueMax deliveries that wait for a commit at most; beyond it the answer is "unavailable"
 * @param companyWait how long a delivery waits for others known to be on their way
 * @param answerWithin after this the answer is "unavailable", whatever the commit does
 * @param lease how long a committed row is its node's own
 */
public record InboxLimits(
    int batchMax, int queueMax, Duration companyWait, Duration answerWithin, Duration lease) {

  /** The usual limits. */
  public static final InboxLimits USUAL =
      new InboxLimits(
          256, 8192, Duration.ofMillis(2), Duration.ofSeconds(3), Duration.ofSeconds(5));
}
