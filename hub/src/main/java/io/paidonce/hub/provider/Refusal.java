package io.paidonce.hub.provider;

/** Why a delivery was not believed, in the order they are looked for. */
public enum Refusal {
  /** Written in another dialect than this channel speaks. */
  WRONG_PROTOCOL,
  /** Cannot be read; the only one that may also be found behind a good signature. */
  MALFORMED,
  UNSIGNED,
  /** The provider's own test of our verification ({@code WECHATPAY/SIGNTEST/}); no alert. */
  PROBE,
  /** Asks for an algorithm this channel does not allow. */
  ALGORITHM,
  STALE,
  FUTURE,
  UNKNOWN_KEY,
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
