package io.paidonce.hub.model;

/** Where an event came from, weakest first; later constants outrank earlier ones. */
public enum Evidence {
  /** An encrypted but unsigned notification (WeChat Pay v2 refunds): needs a second source. */
  UNSIGNED_CALLBACK,
  CALLBACK,
  QUERY,
  BILL,
  /** A person's decision; it chooses a policy and never asserts a provider's fact. */
  OPERATOR
}
