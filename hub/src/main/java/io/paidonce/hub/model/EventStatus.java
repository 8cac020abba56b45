package io.paidonce.hub.model;

/** The provider's status in our words; part of the event's identity. */
public enum EventStatus {
  /** Money has arrived: Alipay TRADE_SUCCESS and TRADE_FINISHED, WeChat Pay SUCCESS and REFUND. */
  PAID,
  /** The trade ended unpaid. */
  CLOSED,
  /** Not final; changes nothing. */
  WAITING,
  REFUND_PROCESSING,
  REFUND_SUCCESS,
  /** The refund will not happen under this number. */
  REFUND_CLOSED,
  /** The refund is stuck at the provider and may still succeed. */
  REFUND_ABNORMAL,
  /** A status word we do not know: kept, asked about, never taken for a failure. */
  UNKNOWN,
  /** Of a {@link EventKind#NOTICE}. */
  NOTED
}
