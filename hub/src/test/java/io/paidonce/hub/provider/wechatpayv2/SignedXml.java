package io.paidonce.hub.provider.wechatpayv2;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Verdicts;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A v2 notification as WeChat Pay would send it; changed copies leave the original as it is. */
record SignedXml(Map<String, String> elements) {

  static final String KEY = "192006250b4c09247ec02edce69f6a2d";
  static final String MERCHANT = "10000100";
  static final String APP = "wx2421b1c4370ec43b";

  static final Map<String, Object> SETTINGS =
      Map.of(
          "provider",
          "wechatpay-v2",
          "merchant-id",
          MERCHANT,
          "app-ids",
          List.of(APP),
          "api-key",
          KEY);

  static final String REFUND =
      "<root><out_refund_no><![CDATA[R1]]></out_refund_no><out_trade_no>T1</out_trade_no>"
          + "<refund_fee>3960</refund_fee><refund_id>5000</refund_id>"
          + "<refund_status>SUCCESS</refund_status><success_time>2026-03-01 16:24:13</success_time>"
          + "<total_fee>8880</total_fee><transaction_id>4200</transaction_id></root>";

  static SignedXml payment() {
    Map<String, String> elements = new LinkedHashMap<>();
    elements.put("appid", APP);
    elements.put("mch_id", MERCHANT);
    elements.put("nonce_str", "5d2b6c2a8db53831f7eda20af46e531c");
    elements.put("return_code", "SUCCESS");
    elements.put("result_code", "SUCCESS");
    elements.put("out_trade_no", "T1");
    elements.put("transaction_id", "4200");
    elements.put("total_fee", "8880");
    elements.put("fee_type", "CNY");
    elements.put("time_end", "20260301100005");
    return new SignedXml(elements);
  }

  SignedXml with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(elements);
    changed.put(name, value);
    return new SignedXml(changed);
  }

  SignedXml without(String name) {
    Map<String, String> changed = new LinkedHashMap<>(elements);
    changed.remove(name);
    return new SignedXml(changed);
  }

  String hmac() {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(KEY.getBytes(UTF_8), "HmacSHA256"));
      return upper(mac.doFinal(canonical().getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String md5() {
    return upper(digest(canonical()));
  }

  String canonical() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(elements)
        .forEach((name, value) -> text.append(value.isEmpty() ? "" : name + "=" + value + "&"));
    return text + "key=" + KEY;
  }

  /** This message under that sign; null leaves the element out. */
  String xml(String sign) {
    StringBuilder xml = new StringBuilder("<xml>");
    elements.forEach((name, value) -> xml.append(element(name, value)));
    return xml.append(element("sign", sign)).append("</xml>").toString();
  }

  String unsigned() {
    return xml("").replace("<sign><![CDATA[]]></sign>", "");
  }

  NotifyRequest byHmac() {
    return request(xml(hmac()));
  }

  NotifyRequest byMd5() {
    return request(xml(md5()));
  }

  static NotifyRequest request(String xml) {
    return Verdicts.request(xml.getBytes(UTF_8));
  }

  static NotifyRequest refund(String plain) {
    return request(refundXml(plain, KEY));
  }

  static String refundXml(String plain, String key) {
    return "<xml><return_code>SUCCESS</return_code><appid><![CDATA["
        + APP
        + "]]></appid><mch_id><![CDATA["
        + MERCHANT
        + "]]></mch_id><nonce_str>n</nonce_str><req_info><![CDATA["
        + encrypt(plain, upper(digest(key)).toLowerCase(Locale.ROOT))
        + "]]></req_info></xml>";
  }

  static String encrypt(String plain, String cipherKey) {
    try {
      Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(cipherKey.getBytes(UTF_8), "AES"));
      return TestKeys.base64(cipher.doFinal(plain.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String element(String name, String value) {
    return "<" + name + "><![CDATA[" + value + "]]></" + name + ">";
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("MD5").digest(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String upper(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }
}
