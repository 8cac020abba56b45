package io.paidonce.hub.order;

/** What can happen to an attempt. */
public enum AttemptFact {
  STARTED,
  PAID,
  CLOSED,
  /** The provider told a status we do not know. */
  UNCLEAR
}
