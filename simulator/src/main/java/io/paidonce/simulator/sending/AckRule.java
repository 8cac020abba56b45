package io.paidonce.simulator.sending;

import io.paidonce.simulator.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The answers a receiver may give, byte for byte. Stricter than the real providers, which forgive
 * some sloppiness: what passes here passes everywhere.
 */
public final class AckRule {

  /** The success answer of WeChat Pay v2. */
  public static final String V2_SUCCESS =
      "<xml><return_code><![CDATA[SUCCESS]]></return_code>"
          + "<return_msg><![CDATA[OK]]></return_msg></xml>";

  /** The failure answer of WeChat Pay v2. */
  public static final String V2_FAIL =
      "<xml><return_code><![CDATA[FAIL]]></return_code>"
          + "<return_msg><![CDATA[FAIL]]></return_msg></xml>";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MESSAGE_CHARS_MAX = 64;

  private AckRule() {}

  /**
   * Judges one answer.
   *
   * @param contentType as received, parameters included; empty when the header is missing
   */
  public static Verdict judge(Dialect dialect, int status, String contentType, byte[] body) {
    return switch (dialect) {
      case ALIPAY -> text(status, contentType, body, "text/plain", "success", "fail");
      case WECHATPAY_V2 -> text(status, contentType, body, "text/xml", V2_SUCCESS, V2_FAIL);
      case WECHATPAY -> json(status, contentType, body);
    };
  }

  private static Verdict text(
      int status, String contentType, byte[] body, String type, String success, String fail) {
    if (!hasType(contentType, type)) {
      return Verdict.WRONG_BYTES;
    }
    if (status == 200 && holds(body, success)) {
      return Verdict.ACCEPTED;
    }
    if (status == 200 && holds(body, fail)) {
      return Verdict.REFUSED;
    }
    return status == 503 && holds(body, fail) ? Verdict.UNAVAILABLE : Verdict.WRONG_BYTES;
  }

  private static Verdict json(int status, String contentType, byte[] body) {
    if (status == 204) {
      return body.length == 0 ? Verdict.ACCEPTED : Verdict.WRONG_BYTES;
    }
    if (!hasType(contentType, "application/json") || !isFailure(body)) {
      return Verdict.WRONG_BYTES;
    }
    return switch (status) {
      case 401 -> Verdict.REFUSED;
      case 500 -> Verdict.KEY_UNKNOWN;
      case 503 -> Verdict.UNAVAILABLE;
      default -> Verdict.WRONG_BYTES;
    };
  }

  private static boolean isFailure(byte[] body) {
    try {
      JsonNode answer = JSON.readTree(body);
      return answer.path("code").asString("").equals("FAIL")
          && answer.path("message").isString()
          && answer.path("message").asString("").length() <= MESSAGE_CHARS_MAX;
    } catch (JacksonException e) {
      return false;
    }
  }

  private static boolean hasType(String contentType, String type) {
    return contentType.toLowerCase(Locale.ROOT).startsWith(type);
  }

  private static boolean holds(byte[] body, String text) {
    return Arrays.equals(body, text.getBytes(StandardCharsets.UTF_8));
  }
}
