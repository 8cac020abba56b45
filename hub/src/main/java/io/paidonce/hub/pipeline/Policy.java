package io.paidonce.hub.pipeline;

import java.time.Duration;

/**
 * What the operator chose.
 *
 * @param latePayment what to do with money that arrives after the close
 * @param clawback what to do when a refund takes back more than is left
 * @param parkedCaseAfter how long a notification may wait for its order before a person is told
 * @param attemptsMax how often a failing notification is tried before a person is told
 */
public record Policy(
    LatePayment latePayment, Clawback clawback, Duration parkedCaseAfter, int attemptsMax) {

  /** The usual choices. */
  public static final Policy USUAL =
      new Policy(LatePayment.CASE, Clawback.NEGATIVE, Duration.ofMinutes(15), 12);

  /** Money that arrives after the close. */
  public enum LatePayment {
    CASE,
    FULFIL,
    REFUND
  }

  /** A refund of something already spent. */
  public enum Clawback {
    NEGATIVE,
    CLAMP
  }
}
