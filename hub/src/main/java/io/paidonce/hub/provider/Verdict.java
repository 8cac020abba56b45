package io.paidonce.hub.provider;

import io.paidonce.hub.model.Event;
import java.util.List;
import java.util.function.Function;

/** What verification says of one delivery. */
public sealed interface Verdict {

  /** The dialect to answer in, which is the sender's and not always the channel's own. */
  Answers answers();

  /** Signed by the provider, for this channel's merchant: these facts may enter the inbox. */
  record Genuine(List<Event> events, Answers answers) implements Verdict {
    public Genuine {
      events = List.copyOf(events);
      if (events.isEmpty()) {
        throw new IllegalArgumentException("a genuine notification tells at least one fact");
      }
    }
  }

  /**
   * Not believed: changes nothing.
   *
   * @param detail what was wrong, for people: ids and lengths, never a body or a secret
   */
  record Refused(Refusal reason, String detail, Answers answers) implements Verdict {}

  /** The value of the case that holds. */
  default <T> T fold(Function<Genuine, T> genuine, Function<Refused, T> refused) {
    if (this instanceof Genuine g) {
      return genuine.apply(g);
    }
    return refused.apply((Refused) this);
  }
}
