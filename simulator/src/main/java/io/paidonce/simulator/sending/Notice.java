package io.paidonce.simulator.sending;

import io.paidonce.simulator.Signed;
import java.time.Instant;

/** Something to be told, signed anew for every sending. */
@FunctionalInterface
public interface Notice {

  /** The message as sent at this instant of the provider's clock. */
  Signed signedAt(Instant sentAt);
}
