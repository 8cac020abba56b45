package io.paidonce.hub.provider.alipay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import io.paidonce.hub.provider.Comparison;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Verdict;
import io.paidonce.hub.provider.Verdicts;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** alipay-sdk-java is the oracle: what it believes we believe, and the reverse. */
class AlipaySdkComparisonTest {

  private static final long SEED = 20260302;
  private static final ProviderChannel CHANNEL = Verdicts.open(SignedForm.SETTINGS);

  /** Only ever stricter than the SDK. */
  private enum Known implements Comparison.Known {
    REPEATED("S4: the SDK takes a map, which cannot hold a repeated field"),
    ALGORITHM("S10: rsaCheckV1 ignores sign_type, the caller chooses"),
    BASE64("S14: the SDK skips characters that are not Base64, and stray bits"),
    TEXT("S5: a lenient decoder turns bytes that are no text into the ? that was signed"),
    CHARSET("the SDK takes every charset of the JVM");

    private final String source;

    Known(String source) {
      this.source = source;
    }

    @Override
    public String source() {
      return source;
    }

    @Override
    public boolean weBelieve() {
      return false;
    }
  }

  private final Random random = new Random(SEED);

  @Test
  void verdictsAreTheSdks() { // S5
    Comparison comparison = new Comparison("alipay-sdk-java", SEED);
    for (int i = 0; i < Comparison.COUNT; i++) {
      String body = wire(message());
      Verdict ours = CHANNEL.verify(Verdicts.request(body.getBytes(ISO_8859_1)));
      comparison.add(Comparison.genuine(ours), sdkBelieves(body), explanations(ours, body), ours);
    }
    comparison.finish();
  }

  private SignedForm message() {
    SignedForm form = SignedForm.payment();
    for (int i = random.nextInt(8); i > 0; i--) {
      form = form.with("x" + random.nextInt(20), Comparison.text(random));
    }
    if (random.nextInt(4) == 0) {
      form = form.with("seller_id", "2088000000000009");
    }
    if (random.nextInt(5) == 0) {
      form = form.with("msg_method", "alipay.some.message").asMessage();
    }
    String[] charsets = {"utf-8", "UTF-8", "GBK", "gbk", "gb2312", "GB18030"};
    boolean odd = random.nextInt(20) == 0;
    return form.with("g", gbk()).in(odd ? "UTF8" : charsets[random.nextInt(charsets.length)]);
  }

  /** Characters from all over GBK, by their bytes. */
  private String gbk() {
    byte[] bytes = new byte[2 * random.nextInt(20)];
    for (int i = 0; i < bytes.length; i += 2) {
      bytes[i] = (byte) (0x81 + random.nextInt(0x7e));
      bytes[i + 1] = (byte) (0x80 + random.nextInt(0x7f));
    }
    return new String(bytes, Charset.forName("GBK")).replaceAll("[\ufffd\ue000-\uf8ff]", "");
  }

  /** What is on the wire: mostly as signed, or with one thing wrong or odd. */
  private String wire(SignedForm form) {
    String body = form.body();
    String text = Comparison.text(random);
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3 ->
          new String(Comparison.oneByteChanged(body.getBytes(ISO_8859_1), random), ISO_8859_1);
      case 4 -> body + "&" + form.pair("x" + random.nextInt(20), text);
      case 5 -> body + "&" + form.pair("trade_status", text);
      case 6 -> body.replace("sign_type=RSA2", "sign_type=RSA");
      case 7 -> body.replace("sign=", "sign=" + (random.nextBoolean() ? "+" : "%0A"));
      case 8 -> body.toLowerCase(Locale.ROOT);
      case 9 -> form.with("total_amount", "0.01").bodySigned(form.sign());
      case 10 -> form.by(TestKeys.NEXT.getPrivate()).body();
      case 11 -> body + "&blank=++&empty=&&nothing";
      case 12 -> body.replaceFirst("x1=[^&]*", "x1=%B2%E2%CA");
      case 13 -> body.replace("%3F", "%FF");
      case 14 -> body.replace("%3D%3D", "");
      case 15 -> body.replaceFirst(".%3D%3D$", Comparison.strayBit(form.sign()) + "%3D%3D");
      default -> body;
    };
  }

  private static boolean sdkBelieves(String body) {
    Map<String, String> form = new HashMap<>();
    String charset = charset(body);
    try {
      for (String pair : body.split("&", -1)) {
        String[] halves = pair.split("=", 2);
        form.putIfAbsent(
            decoded(halves[0], charset), decoded(halves.length > 1 ? halves[1] : "", charset));
      }
      String key = TestKeys.publicKey(TestKeys.PROVIDER);
      return form.containsKey("msg_method")
          ? AlipaySignature.rsaCheckV2(form, key, charset, "RSA2")
          : AlipaySignature.rsaCheckV1(form, key, charset, "RSA2");
    } catch (AlipayApiException | IllegalArgumentException | UnsupportedEncodingException e) {
      return false;
    }
  }

  /** As a caller of the SDK reads it; GB2312 as GBK, its superset that Alipay really writes. */
  private static String charset(String body) {
    String named = body.replaceFirst("(?s)^(?:.*&)?charset=([^&]*).*$", "$1");
    return named.equals(body) ? "UTF-8" : named.equalsIgnoreCase("gb2312") ? "GBK" : named;
  }

  private static String decoded(String text, String charset) throws UnsupportedEncodingException {
    String raw = new String(text.getBytes(ISO_8859_1), charset);
    return URLDecoder.decode(raw, charset);
  }

  private static List<Known> explanations(Verdict ours, String body) {
    List<Known> fitting = new ArrayList<>();
    if (ours instanceof Verdict.Refused refused) {
      Known known = explanation(refused, body);
      if (known != null) {
        fitting.add(known);
      }
    }
    return fitting;
  }

  private static @Nullable Known explanation(Verdict.Refused refused, String body) {
    String detail = refused.detail();
    if (refused.reason() == Refusal.ALGORITHM) {
      return Known.ALGORITHM;
    }
    if (refused.reason() == Refusal.MALFORMED) {
      return detail.endsWith("comes twice")
          ? Known.REPEATED
          : detail.startsWith("bytes that are no text")
              ? Known.TEXT
              : detail.startsWith("charset") ? Known.CHARSET : null;
    }
    boolean odd = !body.matches("(?s).*&sign=[A-Za-z0-9%]*") || body.contains("sign=%0A");
    return refused.reason() == Refusal.SIGNATURE && (odd || !body.matches("(?s).*[AQgw]%3D%3D"))
        ? Known.BASE64
        : null;
  }
}
