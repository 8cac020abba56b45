package io.paidonce.hub.provider;

import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;

/** A provider's public RSA key, parsed once. Thread-safe: every check has its own engine. */
public record RsaKey(RSAPublicKey key) {

  /**
   * Whether this key's owner signed the parts, one after the other, with SHA256withRSA.
   *
   * @param signature Base64 exactly as an encoder writes it; anything else, be it a missing pad or
   *     a stray bit, is simply not a signature
   */
  public boolean signed(String signature, byte[]... parts) {
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(signature);
    } catch (IllegalArgumentException e) {
      return false;
    }
    if (!Base64.getEncoder().encodeToString(decoded).equals(signature)) {
      return false;
    }
    try {
      Signature engine = Signature.getInstance("SHA256withRSA");
      engine.initVerify(key);
      for (byte[] part : parts) {
        engine.update(part);
      }
      return engine.verify(decoded);
    } catch (SignatureException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks SHA256withRSA", e);
    }
  }
}
