package io.paidonce.hub.provider;

/** Why a delivery was not believed, in order of precedence. */
public enum Refusal {
  WRONG_PROTOCOL,
  MALFORMED,
  UNSIGNED,
  STALE,
  FUTURE,
  /** The provider's own test of our verification ({@code WECHATPAY/SIGNTEST/}); no alert. */
  PROBE,
  UNKNOWN_KEY,
  ALGORITHM,
  SIGNATURE,
  DECRYPTION,
  IDENTITY;

  /** Our keys, not the message, are at fault: answered so that the provider comes again. */
  public boolean isKeyMismatch() {
    return this == UNKNOWN_KEY || this == DECRYPTION;
  }

  /** Worth waking somebody: a real signature of somebody else's, or keys that do not fit. */
  public boolean isAlert() {
    return this == IDENTITY || isKeyMismatch();
  }
}
