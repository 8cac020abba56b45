package io.paidonce.hub.order;

/** What can happen to a refund. */
public enum RefundFact {
  PROCESSING,
  SUCCEEDED,
  CLOSED,
  ABNORMAL
}
