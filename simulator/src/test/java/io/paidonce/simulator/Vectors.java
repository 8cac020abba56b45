package io.paidonce.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** The test vectors of {@code vectors.txt}, and verification with nothing but the JDK. */
public final class Vectors {

  private static final Map<String, String> VALUES = load();

  private Vectors() {}

  public static String value(String name) {
    String value = VALUES.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no vector " + name);
    }
    return value;
  }

  public static PrivateKey privateKey(String name) {
    try {
      byte[] der = Base64.getDecoder().decode(value(name));
      return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static PublicKey publicKey(String name) {
    try {
      byte[] der = Base64.getDecoder().decode(value(name));
      return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static boolean verifies(PublicKey key, byte[] message, String signature) {
    try {
      Signature verifier = Signature.getInstance("SHA256withRSA");
      verifier.initVerify(key);
      verifier.update(message);
      return verifier.verify(Base64.getDecoder().decode(signature));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> load() {
    try (InputStream in = Vectors.class.getResourceAsStream("vectors.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Map<String, String> values = new HashMap<>();
      text.lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(
              line -> {
                int equals = line.indexOf('=');
                values.put(line.substring(0, equals), line.substring(equals + 1));
              });
      return values;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
