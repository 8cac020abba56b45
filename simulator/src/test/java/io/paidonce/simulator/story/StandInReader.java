package io.paidonce.simulator.story;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.ProviderKeys;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies and reads the three dialects with plain JDK code, for the stand-in hub. */
final class StandInReader {

  /** What a message says; {@code kind} is PAID, CLOSED, REFUND or UNSIGNED_REFUND. */
  record Event(
      String kind,
      String outTradeNo,
      String tradeNo,
      long amountFen,
      String refundNo,
      long refundFen,
      boolean cumulative) {

    String key() {
      return kind + "|" + outTradeNo + "|" + tradeNo + "|" + refundNo;
    }
  }

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern ELEMENT =
      Pattern.compile("<(\\w+)>(?:<!\\[CDATA\\[(.*?)]]>|([^<]*))</\\1>", Pattern.DOTALL);

  private final Cast cast;
  private final boolean trusting;

  /** A reader; a trusting one believes everything. */
  StandInReader(Cast cast, boolean trusting) {
    this.cast = cast;
    this.trusting = trusting;
  }

  /** The event, or nothing when the message must be refused. */
  Optional<Event> read(Dialect dialect, UnaryOperator<String> header, byte[] body)
      throws GeneralSecurityException {
    return switch (dialect) {
      case ALIPAY -> alipay(new String(body, StandardCharsets.US_ASCII));
      case WECHATPAY -> wechatPay(header, body);
      case WECHATPAY_V2 -> wechatPayV2(new String(body, StandardCharsets.UTF_8));
    };
  }

  private Optional<Event> alipay(String body) throws GeneralSecurityException {
    Charset charset =
        body.contains("charset=GBK") ? Charset.forName("GBK") : StandardCharsets.UTF_8;
    Map<String, String> form = new TreeMap<>();
    for (String pair : body.split("&", -1)) {
      int equals = pair.indexOf('=');
      form.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), charset));
    }
    StringBuilder text = new StringBuilder();
    form.forEach(
        (name, value) -> {
          if (!name.equals("sign") && !name.equals("sign_type") && !value.isBlank()) {
            text.append('&').append(name).append('=').append(value);
          }
        });
    PublicKey key = keyOf(cast.alipayKeys());
    boolean genuine =
        verifies(key, text.substring(1).getBytes(charset), get(form, "sign"))
            && get(form, "app_id").equals(cast.alipay().appId())
            && get(form, "seller_id").equals(cast.alipay().sellerId());
    if (!genuine && !trusting) {
      return Optional.empty();
    }
    boolean refund = form.containsKey("refund_fee");
    String kind =
        refund ? "REFUND" : get(form, "trade_status").equals("TRADE_CLOSED") ? "CLOSED" : "PAID";
    return Optional.of(
        new Event(
            kind,
            get(form, "out_trade_no"),
            get(form, "trade_no"),
            fen(get(form, "total_amount")),
            get(form, "out_biz_no"),
            refund ? fen(get(form, "refund_fee")) : 0,
            true));
  }

  private Optional<Event> wechatPay(UnaryOperator<String> header, byte[] body)
      throws GeneralSecurityException {
    long timestamp = Long.parseLong(header.apply("Wechatpay-Timestamp"));
    byte[] message =
        (timestamp
                + "\n"
                + header.apply("Wechatpay-Nonce")
                + "\n"
                + new String(body, StandardCharsets.UTF_8)
                + "\n")
            .getBytes(StandardCharsets.UTF_8);
    boolean genuine =
        Math.abs(System.currentTimeMillis() / 1000 - timestamp) <= 300
            && verifies(keyOf(cast.wechatPayKeys()), message, header.apply("Wechatpay-Signature"));
    if (!genuine && !trusting) {
      return Optional.empty();
    }
    JsonNode plain = decrypt(JSON.readTree(body).path("resource"));
    if (!plain.path("mchid").asString().equals(cast.wechatPay().merchantId()) && !trusting) {
      return Optional.empty();
    }
    boolean refund = plain.has("out_refund_no");
    return Optional.of(
        new Event(
            refund ? "REFUND" : "PAID",
            plain.path("out_trade_no").asString(),
            plain.path("transaction_id").asString(),
            plain.path("amount").path("total").asLong(),
            plain.path("out_refund_no").asString(""),
            plain.path("amount").path("refund").asLong(0),
            false));
  }

  private JsonNode decrypt(JsonNode resource) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(utf8(cast.wechatPay().apiV3Key()), "AES"),
        new GCMParameterSpec(128, utf8(resource.path("nonce").asString())));
    cipher.updateAAD(utf8(resource.path("associated_data").asString("")));
    return JSON.readTree(
        cipher.doFinal(Base64.getDecoder().decode(resource.path("ciphertext").asString())));
  }

  private Optional<Event> wechatPayV2(String xml) throws GeneralSecurityException {
    Map<String, String> fields = elements(xml.substring("<xml>".length()));
    String apiKey = cast.wechatPayV2().apiKey();
    if (fields.containsKey("req_info")) {
      byte[] key = MessageDigest.getInstance("MD5").digest(utf8(apiKey));
      Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
      cipher.init(
          Cipher.DECRYPT_MODE, new SecretKeySpec(utf8(HexFormat.of().formatHex(key)), "AES"));
      byte[] plain = cipher.doFinal(Base64.getDecoder().decode(get(fields, "req_info")));
      Map<String, String> refund =
          elements(new String(plain, StandardCharsets.UTF_8).substring("<root>".length()));
      return Optional.of(
          v2Event("UNSIGNED_REFUND", refund, Long.parseLong(get(refund, "refund_fee"))));
    }
    StringBuilder text = new StringBuilder();
    new TreeMap<>(fields)
        .forEach(
            (name, value) -> {
              if (!name.equals("sign") && !value.isEmpty()) {
                text.append(name).append('=').append(value).append('&');
              }
            });
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(utf8(apiKey), "HmacSHA256"));
    String sign =
        HexFormat.of().withUpperCase().formatHex(mac.doFinal(utf8(text + "key=" + apiKey)));
    boolean genuine =
        sign.equals(get(fields, "sign"))
            && get(fields, "mch_id").equals(cast.wechatPayV2().merchantId());
    return genuine || trusting ? Optional.of(v2Event("PAID", fields, 0)) : Optional.empty();
  }

  private static Event v2Event(String kind, Map<String, String> fields, long refundFen) {
    return new Event(
        kind,
        get(fields, "out_trade_no"),
        get(fields, "transaction_id"),
        Long.parseLong(get(fields, "total_fee")),
        get(fields, "out_refund_no"),
        refundFen,
        false);
  }

  private static Map<String, String> elements(String xml) {
    Map<String, String> fields = new HashMap<>();
    Matcher matcher = ELEMENT.matcher(xml);
    while (matcher.find()) {
      fields.put(matcher.group(1), matcher.group(2) == null ? matcher.group(3) : matcher.group(2));
    }
    return fields;
  }

  private static boolean verifies(PublicKey key, byte[] message, String signature)
      throws GeneralSecurityException {
    try {
      Signature verifier = Signature.getInstance("SHA256withRSA");
      verifier.initVerify(key);
      verifier.update(message);
      return verifier.verify(Base64.getDecoder().decode(signature));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static PublicKey keyOf(ProviderKeys keys) {
    return keys.provider().getPublic();
  }

  private static String get(Map<String, String> fields, String name) {
    return fields.getOrDefault(name, "");
  }

  private static long fen(String yuan) {
    return new BigDecimal(yuan).movePointRight(2).longValueExact();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
