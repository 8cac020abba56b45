package io.paidonce.simulator;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.Base64;

/**
 * RSA-2048 keys of one provider and of somebody who would like to be it.
 *
 * @param provider signs genuine notifications
 * @param forger signs forged ones; nobody trusts its public key
 */
public record ProviderKeys(KeyPair provider, KeyPair forger) {

  private static final int KEY_BITS = 2048;

  /** Two fresh pairs; takes some 100 ms. */
  public static ProviderKeys generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(KEY_BITS);
      return new ProviderKeys(generator.generateKeyPair(), generator.generateKeyPair());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no RSA, which every Java must have", e);
    }
  }

  /** {@link #publicKeyPem(PublicKey)} of the provider. */
  public String providerPublicKeyPem() {
    return publicKeyPem(provider.getPublic());
  }

  /** The key as {@code -----BEGIN PUBLIC KEY-----} text, 64 characters a line. */
  public static String publicKeyPem(PublicKey key) {
    return pem("PUBLIC KEY", key.getEncoded());
  }

  /** The key as unencrypted PKCS#8 text, 64 characters a line. */
  public static String privateKeyPem(PrivateKey key) {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  private static String pem(String what, byte[] der) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
  }
}
