package io.paidonce.hub.order;

/** Where one try to pay an order stands. */
public enum AttemptState {
  CREATED,
  PAYING,
  SUCCESS,
  CLOSED,
  UNKNOWN
}
