package io.paidonce.hub.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One fact told by a provider, in our words.
 *
 * @param channel the channel it came through
 * @param merchant whose money it is
 * @param providerStatus the provider's own status word, for people only
 * @param outTradeNo our number of the payment attempt; null only for a {@link EventKind#NOTICE}
 * @param tradeNo the provider's number of the trade; null where the provider gives none
 * @param refundNo our number of the refund (out_refund_no, out_request_no), if it has one
 * @param providerRefundNo the provider's number of the refund, if it has one
 * @param total the amount of the trade, to be compared with the order; null where not told
 * @param refund the amount of this refund alone; null where only the cumulative figure is told
 * @param refundedTotal everything refunded of the trade so far; null where not told
 * @param noticeId identity of a notice: its type and number; null for payments and refunds
 * @param occurredAt the provider's time of the fact; decides only between non-final states
 */
public record Event(
    ChannelName channel,
    Merchant merchant,
    EventKind kind,
    EventStatus status,
    Evidence evidence,
    String providerStatus,
    @Nullable String outTradeNo,
    @Nullable String tradeNo,
    @Nullable String refundNo,
    @Nullable String providerRefundNo,
    @Nullable Money total,
    @Nullable Money refund,
    @Nullable Money refundedTotal,
    @Nullable String noticeId,
    @Nullable Instant occurredAt) {

  public Event {
    if (kind == EventKind.NOTICE ? noticeId == null : outTradeNo == null) {
      throw new IllegalArgumentException("an event needs a number to be known by");
    }
    if (kind == EventKind.REFUND && refundNo == null && refundedTotal == null) {
      throw new IllegalArgumentException("a refund needs its number or the refunded total");
    }
  }
}
