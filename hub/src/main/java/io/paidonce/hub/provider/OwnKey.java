package io.paidonce.hub.provider;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;

/** Our own private key, which signs what we send. Thread-safe: every signature has its engine. */
public final class OwnKey {

  private final PrivateKey key;

  public OwnKey(PrivateKey key) {
    this.key = key;
  }

  /** Base64 of the signature with SHA256withRSA. */
  public String sign(byte[] message) {
    try {
      Signature engine = Signature.getInstance("SHA256withRSA");
      engine.initSign(key);
      engine.update(message);
      return Base64.getEncoder().encodeToString(engine.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot sign with SHA256withRSA", e);
    }
  }
}
