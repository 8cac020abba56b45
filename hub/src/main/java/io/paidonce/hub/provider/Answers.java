package io.paidonce.hub.provider;

/**
 * The answers of one dialect, byte for byte as its provider wants them.
 *
 * @param success the notification is durable; the provider may forget it
 * @param invalid signature, freshness or identity failed
 * @param keyMismatch we lack or have the wrong key; the provider shall come again
 * @param unavailable we cannot store it now; the provider shall come again
 * @param tooLarge the body is over the limit
 * @param badContent the body is not of any dialect
 */
public record Answers(
    Answer success,
    Answer invalid,
    Answer keyMismatch,
    Answer unavailable,
    Answer tooLarge,
    Answer badContent) {

  private static final String TEXT = "text/plain";
  private static final String XML = "text/xml";
  private static final String JSON = "application/json";

  public static final Answers ALIPAY =
      new Answers(
          Answer.of(200, TEXT, "success"),
          Answer.of(200, TEXT, "fail"),
          Answer.of(200, TEXT, "fail"),
          Answer.of(503, TEXT, "fail"),
          Answer.of(413, TEXT, "fail"),
          Answer.of(400, TEXT, "fail"));

  public static final Answers WECHATPAY_V2 =
      new Answers(
          Answer.of(200, XML, xml("SUCCESS", "OK")),
          Answer.of(200, XML, xml("FAIL", "FAIL")),
          Answer.of(200, XML, xml("FAIL", "FAIL")),
          Answer.of(503, XML, xml("FAIL", "FAIL")),
          Answer.of(413, XML, xml("FAIL", "FAIL")),
          Answer.of(400, XML, xml("FAIL", "FAIL")));

  public static final Answers WECHATPAY_V3 =
      new Answers(
          new Answer(204, null, new byte[0]),
          Answer.of(401, JSON, json("signature, time or merchant refused")),
          Answer.of(500, JSON, json("key unknown here, come again")),
          Answer.of(503, JSON, json("unavailable, come again")),
          Answer.of(413, JSON, json("body too large")),
          Answer.of(400, JSON, json("not a notification")));

  /**
   * The dialect a body seems to be written in, by its first byte that is not blank: {@code <} is
   * v2, an opening brace is v3, anything else is Alipay's form.
   */
  public static Answers ofSender(byte[] body) {
    for (byte b : body) {
      if (b == ' ' || b == '\t' || b == '\r' || b == '\n') {
        continue;
      }
      return b == '<' ? WECHATPAY_V2 : b == '{' ? WECHATPAY_V3 : ALIPAY;
    }
    return ALIPAY;
  }

  private static String xml(String code, String message) {
    return "<xml><return_code><![CDATA["
        + code
        + "]]></return_code><return_msg><![CDATA["
        + message
        + "]]></return_msg></xml>";
  }

  private static String json(String message) {
    return "{\"code\":\"FAIL\",\"message\":\"" + message + "\"}";
  }
}
