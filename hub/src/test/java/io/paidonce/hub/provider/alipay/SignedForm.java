package io.paidonce.hub.provider.alipay;

import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Verdicts;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A notification as Alipay would send it; changed copies leave the original as it is. */
record SignedForm(Map<String, String> fields, Charset charset, PrivateKey key, boolean message) {

  static final String APP = "2021000000000001";
  static final String SELLER = "2088000000000001";

  static final Map<String, Object> SETTINGS =
      Map.of(
          "provider",
          "alipay",
          "app-id",
          APP,
          "seller-id",
          SELLER,
          "alipay-public-key",
          TestKeys.publicKey(TestKeys.PROVIDER));

  static SignedForm payment() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("app_id", APP);
    fields.put("seller_id", SELLER);
    fields.put("notify_id", "2026030100222100006012345678901234");
    fields.put("notify_type", "trade_status_sync");
    fields.put("notify_time", "2026-03-01 10:00:06");
    fields.put("gmt_payment", "2026-03-01 10:00:05");
    fields.put("charset", "utf-8");
    fields.put("version", "1.0");
    fields.put("out_trade_no", "T202603010001");
    fields.put("trade_no", "2026030122001400001234567890");
    fields.put("trade_status", "TRADE_SUCCESS");
    fields.put("total_amount", "88.80");
    fields.put("sign_type", "RSA2");
    return new SignedForm(fields, StandardCharsets.UTF_8, TestKeys.PROVIDER.getPrivate(), false);
  }

  SignedForm with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(fields);
    changed.put(name, value);
    return new SignedForm(changed, charset, key, message);
  }

  SignedForm without(String name) {
    Map<String, String> changed = new LinkedHashMap<>(fields);
    changed.remove(name);
    return new SignedForm(changed, charset, key, message);
  }

  SignedForm in(String name) {
    Charset other = Charset.forName(name);
    return new SignedForm(with("charset", name).fields, other, key, message);
  }

  SignedForm by(PrivateKey other) {
    return new SignedForm(fields, charset, other, message);
  }

  /** Signed as messages of the application gateway are: sign_type included. */
  SignedForm asMessage() {
    return new SignedForm(fields, charset, key, true);
  }

  String sign() {
    return TestKeys.sign(key, canonical().getBytes(charset));
  }

  String canonical() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(fields)
        .forEach(
            (name, value) -> {
              if (!value.isBlank() && (message || !name.equals("sign_type"))) {
                text.append(text.isEmpty() ? "" : "&").append(name).append('=').append(value);
              }
            });
    return text.toString();
  }

  String body() {
    return bodySigned(sign());
  }

  /** The same fields under this sign, which need not be theirs. */
  String bodySigned(String sign) {
    StringBuilder body = new StringBuilder();
    fields.forEach((name, value) -> body.append(pair(name, value)).append('&'));
    return body.append(pair("sign", sign)).toString();
  }

  String pair(String name, String value) {
    return URLEncoder.encode(name, charset) + "=" + URLEncoder.encode(value, charset);
  }

  NotifyRequest request() {
    return request(body());
  }

  static NotifyRequest request(String body) {
    return Verdicts.request(body.getBytes(StandardCharsets.UTF_8));
  }
}
