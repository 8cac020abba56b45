package io.paidonce.hub.inbox;

/** What became of a delivery. */
public enum PutResult {
  /** Committed now. */
  STORED,
  /** Was in the inbox already, or came together with one that is. */
  KNOWN,
  /** Not known to be safe: the provider must come again. */
  UNAVAILABLE;

  /** A success answer may be sent. */
  public boolean isSafe() {
    return this != UNAVAILABLE;
  }
}
