package io.paidonce.cases;

import io.paidonce.rig.TestShop;
import io.paidonce.simulator.alipay.AlipayMerchant;
import io.paidonce.simulator.wechatpay.WechatPayMerchant;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Merchant;
import java.util.LinkedHashMap;
import java.util.Map;

/** How a hub of the case suites is configured. */
enum Setup {
  /** The test shop, and the further channels and products of this class. */
  USUAL,
  /** The same, among filters, advice, compression and a default encoding that mean no good. */
  ROUGH,
  /** Late money fulfils the order, and a refund never takes more than is left. */
  FULFIL_AND_CLAMP,
  /** Late money goes back. */
  REFUND_LATE;

  /** One merchant told through two protocols. */
  static final String BOTH_V3 = "both-v3";

  static final String BOTH_V2 = "both-v2";
  static final WechatPayMerchant BOTH_V3_MERCHANT =
      new WechatPayMerchant("1900000200", "wx2421b1c4370ec43b", "p7Kd2Sx9Qw4Ez6Rc8Tv1Yb3Un5Im0OaL");
  static final WechatPayV2Merchant BOTH_V2_MERCHANT =
      new WechatPayV2Merchant(
          "1900000200", "wx2421b1c4370ec43b", "c5Gh8Jk1Lz3Xv6Bn9Mq2We4Rt7Yu0IpD");

  /** Other merchants of the same providers; even the keys are the test shop's own. */
  static final String OTHER_ALIPAY = "other-alipay";

  static final AlipayMerchant OTHER_ALIPAY_MERCHANT =
      new AlipayMerchant("2021000000000002", "2088000000000002");
  static final String OTHER_WECHAT = "other-wechat";
  static final WechatPayMerchant OTHER_WECHAT_MERCHANT =
      new WechatPayMerchant(
          "1900000300", "wx2421b1c4370ec43b", TestShop.WECHAT_MERCHANT.apiV3Key());

  /** A v2 merchant that still allows MD5 beside HMAC-SHA256. */
  static final String MD5_V2 = "md5-v2";

  static final WechatPayV2Merchant MD5_V2_MERCHANT =
      new WechatPayV2Merchant("10000300", "wx2421b1c4370ec43b", "n4Fv7Ts1Qa8Zk2Wp6Xm9Ej3Rb5Ud0HcY");

  /** A channel nobody pays through, for floods. */
  static final String JUNK = "junk-alipay";

  /** 3.00 CNY for 1000 tokens, which does not divide. */
  static final String TOKENS_ODD = "tokens-odd";

  /** May order 20.00 at once and 30.00 a day. */
  static final String AGENT = "careful-agent";

  Class<?>[] further() {
    return this == ROUGH ? new Class<?>[] {RoughSurroundings.class} : new Class<?>[0];
  }

  private Map<String, String> own() {
    return switch (this) {
      case USUAL -> Map.of();
      case ROUGH ->
          Map.of(
              "server.compression.enabled", "true",
              "server.compression.min-response-size", "1",
              "server.compression.mime-types", "text/plain,text/xml,application/json",
              "spring.servlet.encoding.charset", "ISO-8859-1",
              "spring.servlet.encoding.force", "true");
      case FULFIL_AND_CLAMP ->
          Map.of("paidonce.late-payment", "fulfil", "paidonce.clawback", "clamp");
      case REFUND_LATE -> Map.of("paidonce.late-payment", "refund");
    };
  }

  Map<String, String> settings() {
    Map<String, String> all = new LinkedHashMap<>();
    String key = TestShop.settings().get("paidonce.channels.shop-alipay.alipay-public-key");
    alipay(all, OTHER_ALIPAY, OTHER_ALIPAY_MERCHANT, String.valueOf(key));
    alipay(
        all, JUNK, new AlipayMerchant("2021000000000009", "2088000000000009"), String.valueOf(key));
    wechat(all, OTHER_WECHAT, OTHER_WECHAT_MERCHANT);
    wechat(all, BOTH_V3, BOTH_V3_MERCHANT);
    all.put("paidonce.channels." + BOTH_V3 + ".api-v2-key", BOTH_V2_MERCHANT.apiKey());
    wechatV2(all, BOTH_V2, BOTH_V2_MERCHANT, "HMAC-SHA256");
    wechatV2(all, MD5_V2, MD5_V2_MERCHANT, "HMAC-SHA256,MD5");
    String odd = "paidonce.products." + TOKENS_ODD + ".";
    all.put(odd + "price.value", "300");
    all.put(odd + "price.currency", "CNY");
    all.put(odd + "grants.asset", "token");
    all.put(odd + "grants.amount", "1000");
    String agent = "paidonce.agents." + AGENT + ".";
    all.put(agent + "per-order.value", "2000");
    all.put(agent + "per-order.currency", "CNY");
    all.put(agent + "per-day.value", "3000");
    all.put(agent + "per-day.currency", "CNY");
    all.putAll(own());
    return all;
  }

  private static void alipay(
      Map<String, String> all, String channel, AlipayMerchant merchant, String key) {
    String prefix = "paidonce.channels." + channel + ".";
    all.put(prefix + "provider", "alipay");
    all.put(prefix + "app-id", merchant.appId());
    all.put(prefix + "seller-id", merchant.sellerId());
    all.put(prefix + "alipay-public-key", key);
  }

  private static void wechat(Map<String, String> all, String channel, WechatPayMerchant merchant) {
    String prefix = "paidonce.channels." + channel + ".";
    String shopKey = "paidonce.channels.shop-wechat.public-keys." + TestShop.SERIAL;
    all.put(prefix + "provider", "wechatpay");
    all.put(prefix + "merchant-id", merchant.merchantId());
    all.put(prefix + "app-ids", merchant.appId());
    all.put(prefix + "api-v3-key", merchant.apiV3Key());
    all.put(
        prefix + "public-keys." + TestShop.SERIAL,
        String.valueOf(TestShop.settings().get(shopKey)));
  }

  private static void wechatV2(
      Map<String, String> all, String channel, WechatPayV2Merchant merchant, String signTypes) {
    String prefix = "paidonce.channels." + channel + ".";
    all.put(prefix + "provider", "wechatpay-v2");
    all.put(prefix + "merchant-id", merchant.merchantId());
    all.put(prefix + "app-ids", merchant.appId());
    all.put(prefix + "api-key", merchant.apiKey());
    all.put(prefix + "sign-type", signTypes);
  }
}
