package io.paidonce.hub.inbox;

import java.util.List;

/**
 * Hands freshly committed notifications to whoever applies them, in memory.
 *
 * <p>A hint, not a promise: what is not handed over, or is lost with the process, is found by the
 * sweeper, since the row in the inbox is the truth.
 */
public interface Committed {

  /** Reserves room for this many; false if there is none. Never waits. */
  boolean reserve(int count);

  /** Takes rows of this node out of a reservation of {@code reserved}, and gives the rest back. */
  void accept(List<Claimed> fresh, int reserved);
}
