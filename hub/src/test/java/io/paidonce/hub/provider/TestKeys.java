package io.paidonce.hub.provider;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;

/** Fresh keys of one run, and a signer of our own. */
public final class TestKeys {

  /** Whose signatures the channels under test accept. */
  public static final KeyPair PROVIDER = pair("RSA", 2048);

  /** A provider's next key. */
  public static final KeyPair NEXT = pair("RSA", 2048);

  /** The merchant's own. */
  public static final KeyPair MERCHANT = pair("RSA", 2048);

  private TestKeys() {}

  public static KeyPair pair(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String sign(PrivateKey key, byte[] message) {
    return sign("SHA256withRSA", key, message);
  }

  public static String sign(String algorithm, PrivateKey key, byte[] message) {
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(message);
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  public static String publicKey(KeyPair pair) {
    return base64(pair.getPublic().getEncoded());
  }

  public static String privateKey(KeyPair pair) {
    return base64(pair.getPrivate().getEncoded());
  }

  public static String pem(String label, byte[] der) {
    return "-----BEGIN "
        + label
        + "-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
        + "\n-----END "
        + label
        + "-----\n";
  }
}
