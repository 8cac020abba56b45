package io.paidonce.hub.provider.wechatpay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Verdicts;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Notifications as WeChat Pay would send them. */
final class Sealed {

  static final String MERCHANT = "1900000100";
  static final String APP = "wx2421b1c4370ec43b";
  static final String KEY = "0123456789abcdef0123456789ABCDEF";
  static final String SERIAL = "PUB_KEY_ID_0119000001002026";
  static final String NONCE = "fdasflkja484";

  static final Map<String, Object> SETTINGS =
      Map.of(
          "provider",
          "wechatpay",
          "merchant-id",
          MERCHANT,
          "app-ids",
          List.of(APP),
          "api-v3-key",
          KEY,
          "public-keys",
          Map.of(SERIAL, TestKeys.publicKey(TestKeys.PROVIDER)));

  static final String PAYMENT =
      "{\"mchid\":\"1900000100\",\"appid\":\"wx2421b1c4370ec43b\",\"out_trade_no\":\"T1\","
          + "\"transaction_id\":\"4200\",\"trade_state\":\"SUCCESS\","
          + "\"success_time\":\"2026-03-01T10:00:05+08:00\",\"amount\":{\"total\":8880,"
          + "\"payer_total\":8880,\"currency\":\"CNY\",\"payer_currency\":\"CNY\"}}";

  static final String REFUND =
      "{\"mchid\":\"1900000100\",\"out_trade_no\":\"T1\",\"transaction_id\":\"4200\","
          + "\"out_refund_no\":\"R1\",\"refund_id\":\"5000\",\"refund_status\":\"SUCCESS\","
          + "\"success_time\":\"2026-03-02T11:00:00+08:00\",\"amount\":{\"total\":8880,"
          + "\"refund\":2000,\"payer_total\":8880,\"payer_refund\":2000}}";

  private Sealed() {}

  static byte[] envelope(String eventType, String plain) {
    return envelope(eventType, plain, KEY, ",\"associated_data\":\"transaction\"", "transaction");
  }

  static byte[] envelope(
      String eventType, String plain, String key, String associatedField, String associated) {
    return ("{\"id\":\"EV-1\",\"create_time\":\"2026-03-01T10:00:06+08:00\",\"event_type\":\""
            + eventType
            + "\",\"resource_type\":\"encrypt-resource\",\"summary\":\"支付成功\",\"resource\":{"
            + "\"algorithm\":\"AEAD_AES_256_GCM\",\"ciphertext\":\""
            + encrypt(key, plain, associated)
            + "\",\"nonce\":\""
            + NONCE
            + "\""
            + associatedField
            + "}}")
        .getBytes(UTF_8);
  }

  static String encrypt(String key, String plain, String associated) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key.getBytes(UTF_8), "AES"),
          new GCMParameterSpec(128, NONCE.getBytes(UTF_8)));
      cipher.updateAAD(associated.getBytes(UTF_8));
      return TestKeys.base64(cipher.doFinal(plain.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static Map<String, List<String>> headers(byte[] body) {
    return headers(body, TestKeys.PROVIDER.getPrivate(), SERIAL, Verdicts.NOW.getEpochSecond());
  }

  static Map<String, List<String>> headers(byte[] body, PrivateKey key, String serial, long time) {
    String nonce = "8kCDqzKqD7s2m1nYw1h3k5F6u9bV0xZa";
    byte[] head = (time + "\n" + nonce + "\n").getBytes(UTF_8);
    byte[] message = new byte[head.length + body.length + 1];
    System.arraycopy(head, 0, message, 0, head.length);
    System.arraycopy(body, 0, message, head.length, body.length);
    message[message.length - 1] = '\n';
    Map<String, List<String>> headers = new HashMap<>();
    headers.put("Wechatpay-Timestamp", List.of(Long.toString(time)));
    headers.put("Wechatpay-Nonce", List.of(nonce));
    headers.put("Wechatpay-Serial", List.of(serial));
    headers.put("Wechatpay-Signature", List.of(TestKeys.sign(key, message)));
    headers.put("Wechatpay-Signature-Type", List.of("WECHATPAY2-SHA256-RSA2048"));
    return headers;
  }

  static NotifyRequest request(byte[] body) {
    return new NotifyRequest(headers(body), body, Verdicts.NOW);
  }

  static NotifyRequest request(String eventType, String plain) {
    return request(envelope(eventType, plain));
  }

  /** The request with this header set to these values; none removes it. */
  static NotifyRequest with(NotifyRequest request, String header, String... values) {
    Map<String, List<String>> headers = new HashMap<>(request.headers());
    headers.remove(header.toLowerCase(java.util.Locale.ROOT));
    if (values.length > 0) {
      headers.put(header, List.of(values));
    }
    return new NotifyRequest(headers, request.body(), request.receivedAt());
  }
}
