package io.paidonce.hub.provider.wechatpayv2;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.binarywang.wxpay.util.SignUtils;
import io.paidonce.hub.provider.Comparison;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Verdict;
import io.paidonce.hub.provider.Verdicts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** WxJava is the oracle, with a DOM before it: what it believes we believe, and the reverse. */
class WxJavaComparisonTest {

  private static final long SEED = 20260304;
  private static final ProviderChannel CHANNEL =
      Verdicts.open(Verdicts.with(SignedXml.SETTINGS, "sign-type", List.of("HMAC-SHA256", "MD5")));

  private enum Known implements Comparison.Known {
    LOWER_CASE("C11: WxJava compares upper-case text", true),
    RESERVED("WxJava never signs elements named key, xmlDoc, xmlString, couponList", true),
    RESERVED_ADDED("the same, seen from the other side", false),
    NOT_PLAIN("S1: a DOM reads repeated or nested elements, attributes and comments", false),
    OTHER_SIGN_TYPE("S10: WxJava takes MD5 for every sign_type it does not know", false);

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
  void verdictsAreWxJavas() { // S5, C9
    Comparison comparison = new Comparison("weixin-java-pay", SEED);
    for (int i = 0; i < Comparison.COUNT; i++) {
      SignedXml message = message();
      boolean md5 = random.nextBoolean();
      byte[] xml = wire(message, md5 ? message.md5() : message.hmac());
      Verdict ours = CHANNEL.verify(Verdicts.request(xml));
      comparison.add(Comparison.genuine(ours), wxJavaBelieves(xml), explanations(ours, xml), ours);
    }
    comparison.finish();
  }

  private SignedXml message() {
    SignedXml message = SignedXml.payment();
    for (int i = random.nextInt(8); i > 0; i--) {
      message = message.with("x" + random.nextInt(20), Comparison.text(random));
    }
    if (random.nextInt(4) == 0) {
      message = message.with("mch_id", "10000999");
    }
    return switch (random.nextInt(20)) {
      case 0 -> message.with("key", "value");
      case 1 -> message.with("sign_type", "MD5");
      case 2 -> message.with("sign_type", "HMAC-SHA256");
      case 3 -> message.with("sign_type", "SM3");
      default -> message;
    };
  }

  private byte[] wire(SignedXml message, String sign) {
    String xml = message.xml(sign);
    String text = Comparison.text(random);
    String changed =
        switch (random.nextInt(16)) {
          case 0 -> message.xml(sign.toLowerCase(Locale.ROOT));
          case 1 -> xml.replace("</xml>", "<x1><![CDATA[" + text + "]]></x1></xml>");
          case 2 -> xml.replace("</xml>", "<y>" + (random.nextBoolean() ? "" : "1") + "</y></xml>");
          case 3 -> xml.replace("<total_fee>", "<total_fee a='1'>");
          case 4 -> xml.replace("</xml>", "<!-- --></xml>");
          case 5 -> xml.replace("<total_fee><![CDATA[8880", "<total_fee><![CDATA[1");
          case 6 -> message.xml(sign.substring(1));
          case 7 -> xml.replace("><", ">\n<");
          case 8 -> xml.replace("</xml>", "<key>other</key></xml>");
          default -> xml;
        };
    byte[] bytes = changed.getBytes(UTF_8);
    return random.nextInt(5) == 0 ? Comparison.oneByteChanged(bytes, random) : bytes;
  }

  private static boolean wxJavaBelieves(byte[] xml) {
    Map<String, String> elements = new HashMap<>();
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      Node root = builder.parse(new ByteArrayInputStream(xml)).getDocumentElement();
      for (Node n = root.getFirstChild(); n != null; n = n.getNextSibling()) {
        if (n.getNodeType() == Node.ELEMENT_NODE) {
          elements.put(n.getNodeName(), n.getTextContent());
        }
      }
    } catch (SAXException | IOException | ParserConfigurationException e) {
      return false;
    }
    String sign = elements.getOrDefault("sign", "");
    String silent = sign.length() == 64 ? "HMAC-SHA256" : "MD5";
    return SignUtils.checkSign(elements, elements.getOrDefault("sign_type", silent), SignedXml.KEY);
  }

  private static List<Known> explanations(Verdict ours, byte[] bytes) {
    String xml = new String(bytes, UTF_8);
    List<Known> fitting = new ArrayList<>();
    if (xml.matches("(?s).*<sign><!\\[CDATA\\[[0-9A-F]*[a-f].*")) {
      fitting.add(Known.LOWER_CASE);
    }
    if (xml.contains("<key>")) {
      fitting.add(Known.RESERVED);
      fitting.add(Known.RESERVED_ADDED);
    }
    if (ours instanceof Verdict.Refused refused) {
      if (refused.detail().startsWith("XML: ")) {
        fitting.add(0, Known.NOT_PLAIN);
      }
      if (refused.reason() == Refusal.ALGORITHM) {
        fitting.add(0, Known.OTHER_SIGN_TYPE);
      }
    }
    return fitting;
  }
}
