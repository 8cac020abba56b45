package io.paidonce.rig;

import io.paidonce.simulator.Payment;
import io.paidonce.simulator.ProviderKeys;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.alipay.AlipayMerchant;
import io.paidonce.simulator.alipay.AlipaySigner;
import io.paidonce.simulator.wechatpay.WechatPayMerchant;
import io.paidonce.simulator.wechatpay.WechatPaySigner;
import io.paidonce.simulator.wechatpayv2.SignType;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Merchant;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Signer;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** A merchant with three channels, the providers' keys, and the hub's configuration for them. */
public final class TestShop {

  public static final String API_KEY = "test-key-0123456789-abcdefghijklmnopq";
  public static final String READ_ONLY_KEY = "read-key-0123456789-abcdefghijklmnopq";
  public static final String ALIPAY = "shop-alipay";
  public static final String WECHAT = "shop-wechat";
  public static final String WECHAT_V2 = "shop-wechat-v2";
  public static final String SERIAL = "PUB_KEY_ID_0119000001002026";
  public static final AlipayMerchant ALIPAY_MERCHANT =
      new AlipayMerchant("2021000000000001", "2088000000000001");
  public static final WechatPayMerchant WECHAT_MERCHANT =
      new WechatPayMerchant("1900000100", "wx2421b1c4370ec43b", "k3Vq8ZpLw2Xr7Tn5Bd9Gf4Hj6Ms1Yc0A");
  public static final WechatPayV2Merchant V2_MERCHANT =
      new WechatPayV2Merchant("10000100", "wx2421b1c4370ec43b", "7Qm2Wn9Er4Tb8Yv3Uc6Ix1Oz5Pa0SdFg");

  /** One pair of key pairs a test run: making them is slow, and they are thrown away. */
  private static final ProviderKeys ALIPAY_KEYS = ProviderKeys.generate();

  private static final ProviderKeys WECHAT_KEYS = ProviderKeys.generate();
  private static final AtomicLong NUMBERS =
      new AtomicLong(new Random().nextLong(1_000_000_000L, 9_000_000_000L));

  private final Random random;

  /** A shop whose nonces come from this seed. */
  public TestShop(long seed) {
    this.random = new Random(seed);
  }

  /** The hub's settings for this shop, without a database. */
  public static Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("paidonce.api-keys[0].name", "shop-backend");
    settings.put("paidonce.api-keys[0].key", API_KEY);
    settings.put("paidonce.api-keys[0].scopes", "orders,usage,read,admin");
    settings.put("paidonce.api-keys[1].name", "auditor");
    settings.put("paidonce.api-keys[1].key", READ_ONLY_KEY);
    settings.put("paidonce.api-keys[1].scopes", "read");
    String alipay = "paidonce.channels." + ALIPAY + ".";
    settings.put(alipay + "provider", "alipay");
    settings.put(alipay + "app-id", ALIPAY_MERCHANT.appId());
    settings.put(alipay + "seller-id", ALIPAY_MERCHANT.sellerId());
    settings.put(alipay + "alipay-public-key", base64(ALIPAY_KEYS.provider().getPublic()));
    String wechat = "paidonce.channels." + WECHAT + ".";
    settings.put(wechat + "provider", "wechatpay");
    settings.put(wechat + "merchant-id", WECHAT_MERCHANT.merchantId());
    settings.put(wechat + "app-ids", WECHAT_MERCHANT.appId());
    settings.put(wechat + "api-v3-key", WECHAT_MERCHANT.apiV3Key());
    settings.put(wechat + "public-keys." + SERIAL, base64(WECHAT_KEYS.provider().getPublic()));
    String v2 = "paidonce.channels." + WECHAT_V2 + ".";
    settings.put(v2 + "provider", "wechatpay-v2");
    settings.put(v2 + "merchant-id", V2_MERCHANT.merchantId());
    settings.put(v2 + "app-ids", V2_MERCHANT.appId());
    settings.put(v2 + "api-key", V2_MERCHANT.apiKey());
    settings.put(v2 + "sign-type", "HMAC-SHA256");
    settings.put("paidonce.products.tokens-1000.price.value", "1000");
    settings.put("paidonce.products.tokens-1000.price.currency", "CNY");
    settings.put("paidonce.products.tokens-1000.grants.asset", "token");
    settings.put("paidonce.products.tokens-1000.grants.amount", "1000");
    settings.put("paidonce.products.pro-monthly.price.value", "9900");
    settings.put("paidonce.products.pro-monthly.price.currency", "CNY");
    settings.put("paidonce.products.pro-monthly.grants.subscription", "pro");
    settings.put("paidonce.products.pro-monthly.grants.period", "P1M");
    return settings;
  }

  /** Signs as Alipay. */
  public AlipaySigner alipay() {
    return new AlipaySigner(ALIPAY_MERCHANT, ALIPAY_KEYS.provider().getPrivate());
  }

  /** Signs as somebody who would like to be Alipay. */
  public AlipaySigner alipayForger() {
    return new AlipaySigner(ALIPAY_MERCHANT, ALIPAY_KEYS.forger().getPrivate());
  }

  /** Signs as WeChat Pay v3. */
  public WechatPaySigner wechatPay() {
    return wechatPay(WECHAT_KEYS.provider().getPrivate());
  }

  /** Signs as somebody who would like to be WeChat Pay. */
  public WechatPaySigner wechatPayForger() {
    return wechatPay(WECHAT_KEYS.forger().getPrivate());
  }

  /** The private key of Alipay, to sign for another merchant or another way. */
  public static PrivateKey alipayKey() {
    return ALIPAY_KEYS.provider().getPrivate();
  }

  /** The private key of WeChat Pay v3, to sign for another merchant or another way. */
  public static PrivateKey wechatPayKey() {
    return WECHAT_KEYS.provider().getPrivate();
  }

  /** Signs as WeChat Pay v2. */
  public WechatPayV2Signer wechatPayV2() {
    return wechatPayV2(V2_MERCHANT);
  }

  /** Signs as WeChat Pay v2, with whatever this merchant's key is. */
  public WechatPayV2Signer wechatPayV2(WechatPayV2Merchant merchant) {
    return new WechatPayV2Signer(merchant, SignType.HMAC_SHA256, random);
  }

  /** A number no other order of any test has. */
  public static String newOrderNo() {
    return "T" + NUMBERS.incrementAndGet();
  }

  /** A payment of this order, by a trade no other payment has. */
  public static Payment payment(String outTradeNo, long amountFen) {
    return new Payment(
        outTradeNo,
        "42" + String.format("%026d", NUMBERS.incrementAndGet()),
        amountFen,
        "测试 tokens + more",
        Instant.now());
  }

  /** A refund of a payment. */
  public static Refund refund(String refundNo, long amountFen, long cumulativeFen) {
    return new Refund(
        refundNo,
        "50" + String.format("%026d", NUMBERS.incrementAndGet()),
        amountFen,
        cumulativeFen,
        Instant.now());
  }

  private WechatPaySigner wechatPay(PrivateKey key) {
    return new WechatPaySigner(WECHAT_MERCHANT, key, SERIAL, random);
  }

  private static String base64(PublicKey key) {
    return Base64.getEncoder().encodeToString(key.getEncoded());
  }
}
