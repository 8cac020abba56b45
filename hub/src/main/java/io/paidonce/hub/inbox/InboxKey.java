package io.paidonce.hub.inbox;

import io.paidonce.IdempotencyKey;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Money;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What makes two deliveries the same news: the event, the evidence and the facts told.
 *
 * <p>The event is merchant, kind, subject and our status; never the channel's name, the provider's
 * status word, its notification id or its time, since retries of one fact may change all of them.
 *
 * @param eventKey SHA-256 of the event's identity, lower-case hexadecimal
 * @param factsHash SHA-256 of amounts, currency, subject and merchant, lower-case hexadecimal
 * @param readable the event's identity for people
 */
public record InboxKey(String eventKey, Evidence evidence, String factsHash, String readable)
    implements Comparable<InboxKey> {

  private static final Comparator<InboxKey> ORDER =
      Comparator.comparing(InboxKey::eventKey)
          .thenComparing(InboxKey::evidence)
          .thenComparing(InboxKey::factsHash);

  /** The key of this event. */
  public static InboxKey of(Event event) {
    List<String> identity = new ArrayList<>();
    identity.add(event.merchant().id());
    identity.add(event.kind().name());
    identity.add(event.status().name());
    identity.addAll(subject(event));
    IdempotencyKey eventKey = new IdempotencyKey("event." + event.merchant().family(), identity);
    List<String> facts = new ArrayList<>(subject(event));
    facts.add(event.merchant().family());
    facts.add(event.merchant().id());
    facts.add(amount(event.total()));
    facts.add(amount(event.refund()));
    facts.add(amount(event.refundedTotal()));
    return new InboxKey(
        eventKey.sha256Hex(),
        event.evidence(),
        new IdempotencyKey("facts", facts).sha256Hex(),
        eventKey.readable());
  }

  private static List<String> subject(Event event) {
    if (event.kind() == EventKind.NOTICE) {
      return List.of(part(event.noticeId()));
    }
    if (event.kind() == EventKind.PAYMENT) {
      return List.of(part(event.outTradeNo()), part(event.tradeNo()));
    }
    return event.refundNo() == null
        ? List.of(part(event.outTradeNo()), part(event.tradeNo()), amount(event.refundedTotal()))
        : List.of(part(event.outTradeNo()), part(event.tradeNo()), part(event.refundNo()));
  }

  /** A part that says whether it is there, so that an absent one equals no text. */
  private static String part(@Nullable String value) {
    return value == null ? "-" : "=" + value;
  }

  private static String amount(@Nullable Money money) {
    return money == null ? "-" : money.minor() + money.currency();
  }

  /** The whole key as one word, for the gate. */
  public String gateKey() {
    return eventKey + "." + evidence.name() + "." + factsHash;
  }

  byte[] eventKeyBytes() {
    return HexFormat.of().parseHex(eventKey);
  }

  byte[] factsHashBytes() {
    return HexFormat.of().parseHex(factsHash);
  }

  @Override
  public int compareTo(InboxKey other) {
    return ORDER.compare(this, other);
  }
}
