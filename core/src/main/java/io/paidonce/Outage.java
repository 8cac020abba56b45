package io.paidonce;

/** What a layer does when its store does not answer. */
public enum Outage {
  /** The next store decides; without one it fails. The usual choice. */
  FALL_BACK,
  /** The call fails, and nothing runs. */
  FAIL,
  /** The work runs as if this layer were not there; it may run twice. */
  PROCEED
}
