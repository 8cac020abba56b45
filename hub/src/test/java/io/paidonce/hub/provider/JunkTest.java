package io.paidonce.hub.provider;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.Event;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever a sender can send has a verdict, and what is believed says what was signed: junk may
 * happen to fall into a field that is blank and therefore not signed.
 */
class JunkTest {

  private static final long SEED = 20260301;
  private static final int COUNT = Boolean.getBoolean("paidonce.long") ? 50_000 : 3_000;
  private static final String[] PIECES = {
    "<xml>",
    "</xml>",
    "<![CDATA[",
    "]]>",
    "<!DOCTYPE x>",
    "&x;",
    "<a>",
    "</a>",
    "<req_info>",
    "</req_info>",
    "{",
    "}",
    "\"resource\":",
    "[",
    "\"",
    ":",
    ",",
    "null",
    "1e999",
    "\\ud800",
    "=",
    "&",
    "%",
    "%4",
    "%e6%b5",
    "+",
    "charset=GBK",
    "charset=x",
    "sign=",
    "notify_id=1",
    "notify_type=x",
    "\u00ff\u00fe",
    "<?xml version=\"1.0\" encoding=\"x\"?>",
    "<?xml version=\"1.1\"?>",
    "\u0000",
    "\r\n",
    " ",
    "9".repeat(400),
    "<return_code>SUCCESS</return_code>"
  };

  private final Random random = new Random(SEED);

  private static final List<ProviderChannel> CHANNELS =
      List.of(
          Verdicts.open(
              Map.of(
                  "provider", "alipay",
                  "app-id", "2021000000000001",
                  "seller-id", "2088000000000001",
                  "alipay-public-key", Vectors.text("ALI_PUB"))),
          Verdicts.open(
              Map.of(
                  "provider", "wechatpay",
                  "merchant-id", "1900000100",
                  "app-ids", "wx2421b1c4370ec43b",
                  "api-v3-key", Vectors.text("WX3_APIV3KEY"),
                  "api-v2-key", "192006250b4c09247ec02edce69f6a2d",
                  "public-keys", Map.of("PUB_KEY_ID_TEST", Vectors.text("WX3_PUB")))),
          Verdicts.open(
              Map.of(
                  "provider", "wechatpay-v2",
                  "merchant-id", "10000100",
                  "app-ids", "wx2421b1c4370ec43b",
                  "api-key", "192006250b4c09247ec02edce69f6a2d",
                  "sign-type", "MD5,HMAC-SHA256")));

  private static final List<Event> SIGNED =
      Stream.of("ALI_UTF8_BODY", "ALI_GBK_BODY")
          .map(name -> CHANNELS.get(0).verify(Verdicts.request(Vectors.bytes(name))))
          .flatMap(verdict -> Verdicts.events(verdict).stream())
          .toList();

  @Test
  void everythingHasAVerdict() {
    Map<Refusal, Integer> seen = new HashMap<>();
    int believed = 0;
    for (int i = 0; i < COUNT; i++) {
      NotifyRequest request = new NotifyRequest(headers(), body(), Verdicts.NOW);
      for (ProviderChannel channel : CHANNELS) {
        Verdict verdict = channel.verify(request);
        if (verdict instanceof Verdict.Refused refused) {
          seen.merge(refused.reason(), 1, Integer::sum);
          assertThat(refused.detail()).hasSizeLessThan(300);
        } else {
          assertThat(SIGNED).containsAll(Verdicts.events(verdict));
          believed++;
        }
      }
    }
    System.out.println(
        "junk: seed " + SEED + ", " + COUNT + " requests, " + believed + " as signed, " + seen);
    assertThat(seen)
        .containsKeys(
            Refusal.WRONG_PROTOCOL, Refusal.MALFORMED, Refusal.UNSIGNED, Refusal.SIGNATURE);
  }

  private byte[] body() {
    byte[] base =
        switch (random.nextInt(5)) {
          case 0 -> Vectors.bytes("ALI_UTF8_BODY");
          case 1 -> Vectors.bytes("ALI_GBK_BODY");
          case 2 -> Vectors.bytes("WX3_BODY");
          case 3 ->
              ("<xml><mch_id>10000100</mch_id><sign>" + "0".repeat(32) + "</sign></xml>")
                  .getBytes(ISO_8859_1);
          default -> new byte[random.nextInt(64)];
        };
    if (base.length < 64) {
      random.nextBytes(base);
    }
    return random.nextInt(3) == 0 ? pieces() : damaged(base);
  }

  /** One byte changed where it counts: in the first tenth, or cut, or with junk inside. */
  private byte[] damaged(byte[] base) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = random.nextInt(base.length + 1);
    out.write(base, 0, at);
    out.writeBytes(pieces());
    out.writeBytes("x".getBytes(ISO_8859_1));
    if (random.nextBoolean()) {
      out.write(base, at, base.length - at);
    }
    return out.toByteArray();
  }

  private byte[] pieces() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  private Map<String, List<String>> headers() {
    Map<String, List<String>> headers = new HashMap<>();
    put(headers, "Wechatpay-Timestamp", Vectors.text("WX3_TS"));
    put(headers, "Wechatpay-Nonce", Vectors.text("WX3_NONCE"));
    put(headers, "Wechatpay-Serial", "PUB_KEY_ID_TEST");
    put(headers, "Wechatpay-Signature", Vectors.text("WX3_SIGN"));
    put(headers, "Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048");
    return headers;
  }

  private void put(Map<String, List<String>> headers, String name, String value) {
    switch (random.nextInt(20)) {
      case 0 -> {}
      case 1 -> headers.put(name, List.of());
      case 2 -> headers.put(name, new ArrayList<>(List.of(value, value)));
      case 3 -> headers.put(name, List.of(new String(pieces(), ISO_8859_1)));
      default -> headers.put(name, List.of(value));
    }
  }
}
