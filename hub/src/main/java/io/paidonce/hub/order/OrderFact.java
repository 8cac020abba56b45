package io.paidonce.hub.order;

/** What can happen to an order. */
public enum OrderFact {
  /** Money for it arrived, and it is to be fulfilled. */
  PAID,
  /** Money arrived after the close, and the policy says fulfil. */
  PAID_LATE_FULFIL,
  /** Every attempt ended unpaid. */
  CLOSED,
  /** A refund of the settled payment is under way. */
  REFUND_OPEN,
  /** No refund is under way and nothing is refunded. */
  REFUND_NONE,
  /** No refund is under way and a part is refunded. */
  REFUND_PART,
  /** Everything is refunded. */
  REFUND_ALL
}
