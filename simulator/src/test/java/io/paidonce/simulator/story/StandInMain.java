package io.paidonce.simulator.story;

import io.paidonce.simulator.ProviderKeys;
import io.paidonce.simulator.alipay.AlipayMerchant;
import io.paidonce.simulator.wechatpay.WechatPayMerchant;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Merchant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The stand-in hub as a program of its own, configured by the file the demo writes; keeps a journal
 * in {@code ./data/journal}, so that it survives being killed.
 */
public final class StandInMain {

  private StandInMain() {}

  public static void main(String[] args) throws Exception {
    String yaml = Files.readString(Path.of(args[args.length - 1]));
    Cast cast =
        new Cast(
            "child",
            find(yaml, "key: \"([^\"]+)\""),
            new AlipayMerchant(
                find(yaml, "app-id: \"(\\d+)\""), find(yaml, "seller-id: \"(\\d+)\"")),
            publicOnly(find(yaml, "alipay-public-key: \"file:([^\"]+)\"")),
            new WechatPayMerchant(
                find(yaml, "provider: wechatpay\\s+merchant-id: \"(\\d+)\""),
                find(yaml, "app-ids: \\[\"(\\w+)\"]"),
                find(yaml, "api-v3-key: \"([^\"]+)\"")),
            publicOnly(find(yaml, Cast.WECHATPAY_SERIAL + ": \"file:([^\"]+)\"")),
            new WechatPayV2Merchant(
                find(yaml, "provider: wechatpay-v2\\s+merchant-id: \"(\\d+)\""),
                find(yaml, "app-ids: \\[\"(\\w+)\"]"),
                find(yaml, " api-key: \"([^\"]+)\"")));
    Path journal = Files.createDirectories(Path.of("data")).resolve("journal");
    int port = Integer.parseInt(find(yaml, "port: (\\d+)"));
    StandInBooks books = new StandInBooks(StandInBooks.Fault.NONE, journal);
    new StandInHub(cast, StandInBooks.Fault.NONE, books, port).start();
  }

  private static ProviderKeys publicOnly(String pemFile) throws Exception {
    String base64 = Files.readString(Path.of(pemFile)).replaceAll("-----[A-Z ]+-----|\\s", "");
    X509EncodedKeySpec spec = new X509EncodedKeySpec(Base64.getDecoder().decode(base64));
    KeyPair pair = new KeyPair(KeyFactory.getInstance("RSA").generatePublic(spec), null);
    return new ProviderKeys(pair, pair);
  }

  private static String find(String yaml, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(yaml);
    if (!matcher.find()) {
      throw new IllegalArgumentException("the configuration has no " + pattern);
    }
    return matcher.group(1);
  }
}
