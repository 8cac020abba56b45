package io.paidonce.hub.provider;

import java.time.Instant;

/**
 * Writes the calls of one channel and reads what comes back. Pure: it reads no clock, calls nobody,
 * and {@link #read} never throws for anything that can come back.
 */
public interface Asker {

  /** Whether this provider's protocol lets us ask this with what is configured. */
  boolean canAsk(Question question);

  /**
   * The signed call that puts the question.
   *
   * @param at the moment of the signature; a call that is sent much later is refused
   * @param nonce fresh for each call, 16 to 32 letters and digits
   * @throws IllegalArgumentException if it cannot be asked
   */
  Call ask(Question question, Instant at, String nonce);

  /** What this reply says to the question. */
  Finding read(Question question, Reply reply);
}
