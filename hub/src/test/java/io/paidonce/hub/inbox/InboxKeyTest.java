package io.paidonce.hub.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InboxKeyTest {

  private static final Merchant ALIPAY = new Merchant("alipay", "2088000000000001");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Money TEN = new Money(1000, "CNY");

  private static Event payment(EventStatus status, String outTradeNo, @Nullable String tradeNo) {
    return event(EventKind.PAYMENT, status, outTradeNo, tradeNo, null, TEN, null, null, null);
  }

  private static Event refund(@Nullable String refundNo, @Nullable Long part, @Nullable Long all) {
    return event(
        EventKind.REFUND,
        EventStatus.REFUND_SUCCESS,
        "O1",
        "T1",
        refundNo,
        null,
        part == null ? null : new Money(part, "CNY"),
        all == null ? null : new Money(all, "CNY"),
        null);
  }

  private static Event event(
      EventKind kind,
      EventStatus status,
      @Nullable String outTradeNo,
      @Nullable String tradeNo,
      @Nullable String refundNo,
      @Nullable Money total,
      @Nullable Money refund,
      @Nullable Money refundedTotal,
      @Nullable String noticeId) {
    return new Event(
        new ChannelName("shop"),
        ALIPAY,
        kind,
        status,
        Evidence.CALLBACK,
        "WORD",
        outTradeNo,
        tradeNo,
        refundNo,
        null,
        total,
        refund,
        refundedTotal,
        noticeId,
        NOON);
  }

  /** The same fact with everything else about it changed. */
  private static Event retold(Event event, Merchant merchant, Evidence evidence) {
    return new Event(
        new ChannelName("renamed"),
        merchant,
        event.kind(),
        event.status(),
        evidence,
        "ANOTHER_WORD",
        event.outTradeNo(),
        event.tradeNo(),
        event.refundNo(),
        "provider's number",
        event.total(),
        event.refund(),
        event.refundedTotal(),
        event.noticeId(),
        NOON.plusSeconds(3600));
  }

  private static String eventKey(Event event) {
    return InboxKey.of(event).eventKey();
  }

  @Test
  void aRetryByAnotherNameWordAndTimeIsTheSameNews() {
    for (Event event : List.of(payment(EventStatus.PAID, "O1", "T1"), refund("R1", 5L, null))) {
      InboxKey again = InboxKey.of(retold(event, ALIPAY, Evidence.CALLBACK));
      assertThat(again).isEqualTo(InboxKey.of(event));
      assertThat(again.gateKey()).isEqualTo(InboxKey.of(event).gateKey());
    }
  }

  @Test
  void strongerEvidenceIsTheSameEventAndOtherNews() {
    Event event = payment(EventStatus.PAID, "O1", "T1");
    InboxKey asked = InboxKey.of(retold(event, ALIPAY, Evidence.QUERY));
    assertThat(asked.eventKey()).isEqualTo(eventKey(event));
    assertThat(asked.factsHash()).isEqualTo(InboxKey.of(event).factsHash());
    assertThat(asked).isNotEqualTo(InboxKey.of(event));
    assertThat(asked.gateKey()).isNotEqualTo(InboxKey.of(event).gateKey());
  }

  @Test
  void anotherAmountOrCurrencyIsTheSameEventWithOtherFacts() {
    Event ten = payment(EventStatus.PAID, "O1", "T1");
    List<String> hashes = new ArrayList<>(List.of(InboxKey.of(ten).factsHash()));
    for (Money other : new Money[] {new Money(1, "CNY"), new Money(1000, "JPY"), null}) {
      Event event =
          event(EventKind.PAYMENT, EventStatus.PAID, "O1", "T1", null, other, null, null, null);
      assertThat(eventKey(event)).isEqualTo(eventKey(ten));
      hashes.add(InboxKey.of(event).factsHash());
    }
    assertThat(hashes).doesNotHaveDuplicates();
    assertThat(InboxKey.of(refund("R1", 5L, null)).factsHash())
        .isNotEqualTo(InboxKey.of(refund("R1", null, 5L)).factsHash());
  }

  @Test
  void ourStatusIsPartOfTheEvent() {
    List<String> keys = new ArrayList<>();
    for (EventStatus status : EventStatus.values()) {
      keys.add(eventKey(payment(status, "O1", "T1")));
    }
    assertThat(keys).doesNotHaveDuplicates();
  }

  @Test
  void kindAndMerchantArePartOfTheEvent() {
    Event event = payment(EventStatus.PAID, "O1", "T1");
    assertThat(
            List.of(
                eventKey(event),
                eventKey(retold(event, new Merchant("alipay", "2088"), Evidence.CALLBACK)),
                eventKey(retold(event, new Merchant("wechatpay", ALIPAY.id()), Evidence.CALLBACK)),
                eventKey(
                    event(
                        EventKind.REFUND,
                        EventStatus.PAID,
                        "O1",
                        null,
                        "T1",
                        null,
                        null,
                        null,
                        null))))
        .doesNotHaveDuplicates();
  }

  @Test
  void numbersThatLookAlikeAreNotTheSame() {
    List<String> keys = new ArrayList<>();
    for (String[] pair :
        new String[][] {
          {"ab", "c"},
          {"a", "bc"},
          {"abc", null},
          {"abc", "-"},
          {"abc", "="},
          {"abc", "=-"},
          {"AB", "c"},
          {"ab", "c "},
          {"ab", "ç"},
          {"ab", "c\u0327"},
          {"a:b", "c"},
          {"a", "b:c"}
        }) {
      keys.add(eventKey(payment(EventStatus.PAID, String.valueOf(pair[0]), pair[1])));
    }
    assertThat(keys).doesNotHaveDuplicates();
  }

  @Test
  void aRefundIsKnownByItsNumberElseByWhatIsRefundedInAll() {
    assertThat(eventKey(refund("R1", null, 300L))).isEqualTo(eventKey(refund("R1", 300L, null)));
    assertThat(eventKey(refund("R1", null, 300L))).isEqualTo(eventKey(refund("R1", null, 500L)));
    assertThat(eventKey(refund("R1", 300L, null))).isNotEqualTo(eventKey(refund("R2", 300L, null)));
    assertThat(eventKey(refund(null, null, 300L))).isNotEqualTo(eventKey(refund(null, null, 500L)));
    assertThat(eventKey(refund(null, null, 300L))).isEqualTo(eventKey(refund(null, 300L, 300L)));
    assertThat(eventKey(refund("300CNY", null, 1L)))
        .isNotEqualTo(eventKey(refund(null, null, 300L)));
  }

  @Test
  void aNoticeIsKnownByItsOwnNumber() {
    Event one = notice("complaint:1");
    assertThat(eventKey(notice("complaint:1"))).isEqualTo(eventKey(one));
    assertThat(eventKey(notice("complaint:2"))).isNotEqualTo(eventKey(one));
  }

  private static Event notice(String id) {
    return event(EventKind.NOTICE, EventStatus.NOTED, null, null, null, null, null, null, id);
  }

  @Test
  void keysAreLowerCaseHexadecimalAndReadable() {
    InboxKey key = InboxKey.of(payment(EventStatus.PAID, "O1", "T1"));
    assertThat(key.eventKey()).matches("[0-9a-f]{64}");
    assertThat(key.factsHash()).matches("[0-9a-f]{64}");
    assertThat(key.eventKeyBytes()).hasSize(32);
    assertThat(key.factsHashBytes()).hasSize(32);
    assertThat(key.readable()).contains("alipay", ALIPAY.id(), "PAYMENT", "PAID", "O1", "T1");
  }
}
