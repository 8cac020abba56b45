package io.paidonce.hub.model;

/** What an event is about. */
public enum EventKind {
  PAYMENT,
  REFUND,
  /** Genuine, but not about money of an order: agreements, complaints, unknown types. */
  NOTICE
}
