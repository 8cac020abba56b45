package io.paidonce.hub.order;

/** Where a refund stands. */
public enum RefundState {
  REQUESTED,
  PROCESSING,
  SUCCESS,
  CLOSED,
  ABNORMAL;

  /** Its outcome is still open, so the order is not settled. */
  public boolean isOpen() {
    return this == REQUESTED || this == PROCESSING || this == ABNORMAL;
  }
}
