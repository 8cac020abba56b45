package io.paidonce.hub.provider;

import io.paidonce.hub.model.Event;
import java.util.List;
import java.util.function.Function;

/** What a provider's reply says to a {@link Question}. */
public sealed interface Finding {

  /** Signed by the provider and about what was asked: these facts may enter the inbox. */
  record Facts(List<Event> events) implements Finding {
    public Facts {
      events = List.copyOf(events);
      if (events.isEmpty()) {
        throw new IllegalArgumentException("facts are at least one");
      }
    }
  }

  /**
   * Signed, and nothing final yet: not paid, not there, or not now (a refund without funds). The
   * same question, with the same numbers, may be asked again later.
   *
   * @param status the provider's word
   */
  record NotYet(String status) implements Finding {}

  /**
   * Signed and definite: what was asked for will not be done under this number.
   *
   * @param code the provider's word
   * @param reason in our words, for people
   */
  record Refused(String code, String reason) implements Finding {}

  /**
   * Nothing was learnt: unsigned, foreign, broken, an unknown word, or a provider in trouble. What
   * was asked for may or may not have been done.
   *
   * @param reason for people: ids and lengths, never a body or a secret
   */
  record Unclear(String reason) implements Finding {}

  /** The value of the case that holds. */
  default <T> T fold(
      Function<Facts, T> facts,
      Function<NotYet, T> notYet,
      Function<Refused, T> refused,
      Function<Unclear, T> unclear) {
    if (this instanceof Facts f) {
      return facts.apply(f);
    }
    if (this instanceof NotYet n) {
      return notYet.apply(n);
    }
    if (this instanceof Refused r) {
      return refused.apply(r);
    }
    return unclear.apply((Unclear) this);
  }
}
