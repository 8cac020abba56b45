package io.paidonce.hub.provider.wechatpayv2;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The two ways v2 signs, the stronger first; both digest the same bytes, which end in the key. */
enum DigestAlgorithm {
  HMAC_SHA256("HMAC-SHA256", 64),
  MD5("MD5", 32);

  private final String word;
  private final int hexDigits;

  DigestAlgorithm(String word, int hexDigits) {
    this.word = word;
    this.hexDigits = hexDigits;
  }

  static Optional<DigestAlgorithm> named(String word) {
    return Arrays.stream(values()).filter(a -> a.word.equals(word)).findFirst();
  }

  static Optional<DigestAlgorithm> ofDigits(int hexDigits) {
    return Arrays.stream(values()).filter(a -> a.hexDigits == hexDigits).findFirst();
  }

  byte[] digest(byte[] key, byte[] message) {
    try {
      if (this == MD5) {
        return MessageDigest.getInstance("MD5").digest(message);
      }
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks " + word, e);
    }
  }

  @Override
  public String toString() {
    return word;
  }
}
