package io.paidonce.hub.provider.wechatpay;

import io.paidonce.hub.provider.Json;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;

/** The APIv3 key, which opens the resource of a notification. */
final class ResourceKey {

  private static final String ALGORITHM = "AEAD_AES_256_GCM";
  private static final int TAG_BITS = 128;

  private final SecretKeySpec key;
  private final String fingerprint;

  ResourceKey(String apiV3Key) {
    byte[] bytes = apiV3Key.getBytes(StandardCharsets.UTF_8);
    this.key = new SecretKeySpec(bytes, "AES");
    try {
      byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(bytes);
      this.fingerprint = HexFormat.of().formatHex(sha256).substring(0, 8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks SHA-256", e);
    }
  }

  /** The plaintext of the envelope's resource; associated data may be empty or missing. */
  byte[] open(JsonNode envelope) throws NotBelieved {
    JsonNode resource = envelope.get("resource");
    if (resource == null || !resource.isObject()) {
      throw new NotBelieved(Refusal.MALFORMED, "no resource");
    }
    String algorithm = Json.required(resource, "algorithm");
    if (!algorithm.equals(ALGORITHM)) {
      throw new NotBelieved(
          Refusal.ALGORITHM, "resource by " + NotBelieved.shown(algorithm) + ", not " + ALGORITHM);
    }
    byte[] nonce = Json.required(resource, "nonce").getBytes(StandardCharsets.UTF_8);
    byte[] ciphertext = base64(Json.required(resource, "ciphertext"));
    JsonNode associated = resource.get("associated_data");
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, nonce));
      if (associated != null && associated.isString()) {
        cipher.updateAAD(associated.asString().getBytes(StandardCharsets.UTF_8));
      }
      return cipher.doFinal(ciphertext);
    } catch (GeneralSecurityException e) {
      throw new NotBelieved(
          Refusal.DECRYPTION,
          "the api-v3-key with fingerprint " + fingerprint + " does not open the resource");
    }
  }

  private static byte[] base64(String text) throws NotBelieved {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new NotBelieved(Refusal.MALFORMED, "ciphertext is not Base64");
    }
  }
}
