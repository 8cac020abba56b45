package io.paidonce.hub.provider.alipay;

import io.paidonce.hub.provider.Json;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.RsaKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The answer of Alipay's gateway, believed: signed over the very bytes of its node, from which the
 * fields are read. Nothing is ever written again to be compared.
 */
record GatewayAnswer(JsonNode node) implements Fields {

  /** The code of a call that went through; what it came to stands in other fields. */
  static final String OK = "10000";

  /**
   * The answer to this method.
   *
   * @throws NotBelieved if it is unsigned, wrongly signed, or the answer to something else
   */
  static GatewayAnswer read(byte[] body, String method, AlipayKeys keys, Instant at)
      throws NotBelieved {
    JsonNode whole = Json.object(body, "the answer");
    String name = method.replace('.', '_') + "_response";
    if (!whole.has(name)) {
      throw new NotBelieved(
          Refusal.WRONG_PROTOCOL, "no " + name + told(whole.path("error_response")));
    }
    byte[] signed = Json.bytesOf(body, name);
    String sign = Json.text(whole, "sign");
    if (sign == null) {
      throw new NotBelieved(Refusal.UNSIGNED, "no sign" + told(whole.path(name)));
    }
    List<RsaKey> candidates = keys.candidates(Json.text(whole, "alipay_cert_sn"), at);
    byte[] escaped = escaped(signed);
    boolean genuine =
        candidates.stream().anyMatch(key -> key.signed(sign, signed) || key.signed(sign, escaped));
    if (!genuine) {
      throw new NotBelieved(
          Refusal.SIGNATURE,
          "sign of " + sign.length() + " characters does not match " + signed.length + " bytes");
    }
    return new GatewayAnswer(Json.object(signed, name));
  }

  @Override
  public @Nullable String text(String name) {
    return Json.text(node, name);
  }

  String code() throws NotBelieved {
    return required("code");
  }

  /** The business code without its prefix, which is spelt in more than one way; or the code. */
  String reason() throws NotBelieved {
    String sub = text("sub_code");
    return sub == null ? code() : sub.substring(sub.indexOf('.') + 1);
  }

  /** Some answers are signed as if each slash were escaped, and sent as if it need not be. */
  private static byte[] escaped(byte[] signed) {
    return new String(signed, StandardCharsets.UTF_8)
        .replace("/", "\\/")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** What an answer that is not believed says of itself, for people only. */
  private static String told(JsonNode node) {
    String code = Json.text(node, "code");
    String sub = Json.text(node, "sub_code");
    return (code == null ? "" : "; it says " + NotBelieved.shown(code))
        + (sub == null ? "" : " " + NotBelieved.shown(sub));
  }
}
