package io.paidonce.hub.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import io.paidonce.testkit.databases.Engine;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContradictedTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private static Event event(
      String outTradeNo,
      Evidence evidence,
      @Nullable Money total,
      @Nullable Money refund,
      @Nullable Money refundedTotal) {
    return new Event(
        new ChannelName("shop"),
        new Merchant("alipay", "2088"),
        EventKind.REFUND,
        EventStatus.REFUND_SUCCESS,
        evidence,
        "WORD",
        outTradeNo,
        "T1",
        "R1",
        null,
        total,
        refund,
        refundedTotal,
        null,
        NOON);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void onlyFiguresThatAreBothToldCanContradict(Engine engine) {
    Money three = new Money(300, "CNY");
    Money five = new Money(500, "CNY");
    List<Event> events =
        List.of(
            event("same", Evidence.CALLBACK, five, three, null),
            event("same", Evidence.QUERY, five, three, null),
            event("left-out", Evidence.CALLBACK, five, null, three),
            event("left-out", Evidence.QUERY, null, three, null),
            event("total", Evidence.CALLBACK, five, three, null),
            event("total", Evidence.QUERY, three, three, null),
            event("refund", Evidence.CALLBACK, five, three, null),
            event("refund", Evidence.QUERY, five, five, null),
            event("in-all", Evidence.CALLBACK, five, null, three),
            event("in-all", Evidence.QUERY, five, null, five),
            event("currency", Evidence.CALLBACK, five, null, null),
            event("currency", Evidence.QUERY, new Money(500, "JPY"), null, null));
    try (InboxTables tables = new InboxTables(engine)) {
      InboxRepository inbox = new InboxRepository(tables.jdbc, tables.dialect, "node-1");
      int[] counts =
          inbox.insert(
              events.stream()
                  .map(e -> new Delivery(InboxKey.of(e), e, "", new byte[0], NOON))
                  .map(delivery -> new InboxRepository.Row(tables.ids.next(), delivery))
                  .toList(),
              null);
      assertThat(counts).hasSize(events.size()).containsOnly(1);
      assertThat(
              inbox.contradicted(
                  events.stream().map(e -> InboxKey.of(e).eventKey()).distinct().toList()))
          .containsExactlyInAnyOrderElementsOf(
              events.stream()
                  .filter(e -> !List.of("same", "left-out").contains(e.outTradeNo()))
                  .map(e -> InboxKey.of(e).eventKey())
                  .distinct()
                  .toList());
    }
  }
}
