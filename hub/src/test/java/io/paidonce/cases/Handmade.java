package io.paidonce.cases;

import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Sha256WithRsa;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.alipay.AlipayForm;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Fields;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Messages that the simulator's signers would never write. */
final class Handmade {

  private Handmade() {}

  /** A form of these fields, whatever they are. */
  static Signed form(Map<String, String> fields) {
    String body =
        fields.entrySet().stream()
            .map(
                field ->
                    field.getKey()
                        + "="
                        + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return form(body);
  }

  /** A form with this very body. */
  static Signed form(String body) {
    return new Signed(
        "POST",
        "application/x-www-form-urlencoded; charset=utf-8",
        Map.of("User-Agent", List.of("Mozilla/4.0")),
        body.getBytes(StandardCharsets.UTF_8));
  }

  /** An Alipay message: {@code sign_type} is among what is signed. */
  static AlipayForm signedWithSignType(AlipayForm form, String signType) {
    AlipayForm typed = form.with("sign_type", signType);
    String canonical =
        new TreeMap<>(typed.fields())
            .entrySet().stream()
                .filter(field -> !field.getKey().equals("sign") && !field.getValue().isBlank())
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"));
    return typed.with(
        "sign",
        Sha256WithRsa.sign(TestShop.alipayKey(), canonical.getBytes(StandardCharsets.UTF_8)));
  }

  /** XML of these elements, whatever they are. */
  static Signed xml(Map<String, String> elements) {
    return xml(
        elements.entrySet().stream()
            .map(
                element ->
                    "<%1$s><![CDATA[%2$s]]></%1$s>".formatted(element.getKey(), element.getValue()))
            .collect(Collectors.joining("", "<xml>", "</xml>")));
  }

  /** A v2 message with this very body. */
  static Signed xml(String body) {
    return new Signed(
        "POST",
        "text/xml",
        Map.of("User-Agent", List.of("Mozilla/4.0")),
        body.getBytes(StandardCharsets.UTF_8));
  }

  /** The HMAC-SHA256 sign of these elements, in upper case, without {@code sign_type}. */
  static String hmac(WechatPayV2Fields fields, String apiKey) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(apiKey.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      String text = fields.canonical() + "&key=" + apiKey;
      return HexFormat.of()
          .withUpperCase()
          .formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no HMAC-SHA256", e);
    }
  }
}
