package io.paidonce.simulator;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;

/** The one signature algorithm Alipay RSA2 and WeChat Pay v3 share. */
public final class Sha256WithRsa {

  private Sha256WithRsa() {}

  /** Base64 of the PKCS#1 v1.5 signature; the same input always gives the same text. */
  public static String sign(PrivateKey key, byte[] message) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(message);
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA256withRSA with this key: " + e.getMessage(), e);
    }
  }
}
