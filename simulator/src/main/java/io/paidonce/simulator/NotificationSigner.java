package io.paidonce.simulator;

import java.time.Instant;

/**
 * What the demo asks of every dialect. {@code sentAt} is the provider's clock at this sending; a
 * repeat is signed anew with its own.
 */
public interface NotificationSigner {

  Dialect dialect();

  /** The buyer has paid. */
  Signed payment(Payment payment, Instant sentAt);

  /** Money went back; a full refund when {@code refund.cumulativeFen()} is the whole amount. */
  Signed refund(Payment payment, Refund refund, Instant sentAt);
}
