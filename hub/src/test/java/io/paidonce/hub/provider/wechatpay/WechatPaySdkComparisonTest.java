package io.paidonce.hub.provider.wechatpay;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.wechat.pay.java.core.exception.WechatPayException;
import com.wechat.pay.java.core.notification.NotificationParser;
import com.wechat.pay.java.core.notification.RSAPublicKeyNotificationConfig;
import com.wechat.pay.java.core.notification.RequestParam;
import io.paidonce.hub.provider.Comparison;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Verdict;
import io.paidonce.hub.provider.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** wechatpay-java is the oracle: what it believes we believe, and the reverse. */
class WechatPaySdkComparisonTest {

  private static final long SEED = 20260303;
  private static final ProviderChannel CHANNEL = Verdicts.open(Sealed.SETTINGS);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final NotificationParser SDK =
      new NotificationParser(
          new RSAPublicKeyNotificationConfig.Builder()
              .publicKey(TestKeys.PROVIDER.getPublic())
              .publicKeyId(Sealed.SERIAL)
              .apiV3Key(Sealed.KEY)
              .build());

  private enum Known implements Comparison.Known {
    NO_ASSOCIATED_DATA("C22: the SDK throws NullPointerException", true),
    BASE64("S14: the JDK's decoder, which the SDK uses, takes missing pads and stray bits", false),
    REPEATED("C14: gson takes the last of a repeated field", false);

    private final String source;
    private final boolean weBelieve;

    Known(String source, boolean weBelieve) {
      this.source = source;
      this.weBelieve = weBelieve;
    }

    @Override
    public String source() {
      return source;
    }

    @Override
    public boolean weBelieve() {
      return weBelieve;
    }
  }

  private final Random random = new Random(SEED);

  @Test
  void verdictsAreTheSdks() { // S5
    Comparison comparison = new Comparison("wechatpay-java", SEED);
    for (int i = 0; i < Comparison.COUNT; i++) {
      byte[] body = body();
      NotifyRequest request = onTheWay(Sealed.request(body));
      Verdict ours = CHANNEL.verify(request);
      comparison.add(
          Comparison.genuine(ours), sdkBelieves(request), explanations(request, ours), ours);
    }
    comparison.finish();
  }

  private byte[] body() {
    StringBuilder fields = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      String value = MAPPER.writeValueAsString(Comparison.text(random));
      fields.append("\"x" + random.nextInt(10) + i * 10 + "\":" + value + ",");
    }
    String plain = Sealed.PAYMENT.replaceFirst("\\{", "{" + quoted(fields));
    if (random.nextInt(4) == 0) {
      plain = plain.replace("1900000100", "1900000999");
    }
    byte[] envelope =
        switch (random.nextInt(8)) {
          case 0 -> Sealed.envelope("TRANSACTION.SUCCESS", plain, Sealed.KEY, "", "");
          case 1 ->
              Sealed.envelope(
                  "TRANSACTION.SUCCESS", plain, Sealed.KEY, ",\"associated_data\":\"\"", "");
          case 2 -> Sealed.envelope("TRANSACTION.SUCCESS", plain, "k".repeat(31) + "K", "", "");
          default -> Sealed.envelope("TRANSACTION.SUCCESS", plain);
        };
    String text = new String(envelope, UTF_8);
    if (random.nextInt(12) == 0) {
      text = text.replaceFirst("\\{", "{\"id\":\"EV-0\",");
    }
    return text.replaceFirst("\\{", "{" + quoted(fields)).getBytes(UTF_8);
  }

  private static String quoted(CharSequence replacement) {
    return java.util.regex.Matcher.quoteReplacement(replacement.toString());
  }

  private NotifyRequest onTheWay(NotifyRequest request) {
    byte[] body = request.body();
    String sign = request.header("Wechatpay-Signature").get(0);
    return switch (random.nextInt(20)) {
      case 0, 1, 2 ->
          new NotifyRequest(
              request.headers(), Comparison.oneByteChanged(body, random), request.receivedAt());
      case 3 ->
          new NotifyRequest(
              request.headers(),
              new String(body, UTF_8).replace(",", ", ").getBytes(UTF_8),
              request.receivedAt());
      case 4 -> Sealed.with(request, "Wechatpay-Signature", "WECHATPAY/SIGNTEST/" + sign);
      case 5 -> Sealed.with(request, "Wechatpay-Signature", sign.substring(4));
      case 6 -> Sealed.with(request, "Wechatpay-Nonce", "other");
      case 7 -> Sealed.with(request, "Wechatpay-Signature", sign.replace("=", ""));
      case 8 ->
          Sealed.with(
              request,
              "Wechatpay-Signature",
              sign.replaceFirst(".==$", Comparison.strayBit(sign) + "=="));
      default -> request;
    };
  }

  private static boolean sdkBelieves(NotifyRequest request) {
    RequestParam parameters =
        new RequestParam.Builder()
            .serialNumber(request.header("Wechatpay-Serial").get(0))
            .nonce(request.header("Wechatpay-Nonce").get(0))
            .signature(request.header("Wechatpay-Signature").get(0))
            .timestamp(request.header("Wechatpay-Timestamp").get(0))
            .signType(request.header("Wechatpay-Signature-Type").get(0))
            .body(new String(request.body(), UTF_8))
            .build();
    try {
      return SDK.parse(parameters, JsonObject.class) != null;
    } catch (WechatPayException
        | JsonParseException
        | IllegalArgumentException
        | NullPointerException e) {
      return false;
    }
  }

  private static List<Known> explanations(NotifyRequest request, Verdict ours) {
    List<Known> fitting = new ArrayList<>();
    String body = new String(request.body(), UTF_8);
    if (!body.contains("associated_data")) {
      fitting.add(Known.NO_ASSOCIATED_DATA);
    }
    String sign = request.header("Wechatpay-Signature").get(0);
    if (!sign.matches(".*[AQgw]==")) {
      fitting.add(Known.BASE64);
    }
    if (ours instanceof Verdict.Refused refused
        && refused.detail().equals("the body is not JSON")
        && body.contains("EV-0")) {
      fitting.add(Known.REPEATED);
    }
    return fitting;
  }
}
