package io.paidonce.hub.order;

/** Where an order stands. */
public enum OrderState {
  INIT,
  PAYING,
  SUCCESS,
  CLOSED,
  REFUND_PROCESSING,
  PARTIALLY_REFUNDED,
  REFUNDED
}
