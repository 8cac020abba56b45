package io.paidonce.simulator.story;

import io.paidonce.simulator.ProviderKeys;
import io.paidonce.simulator.alipay.AlipayMerchant;
import io.paidonce.simulator.wechatpay.WechatPayMerchant;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Merchant;
import java.security.SecureRandom;
import java.util.Random;

/**
 * Who takes part: merchants, keys and secrets of one run. Secrets come from a secure source, never
 * from the seed.
 *
 * @param run short word that makes order numbers and users of this run unique
 * @param apiKey opens the hub's API
 */
public record Cast(
    String run,
    String apiKey,
    AlipayMerchant alipay,
    ProviderKeys alipayKeys,
    WechatPayMerchant wechatPay,
    ProviderKeys wechatPayKeys,
    WechatPayV2Merchant wechatPayV2) {

  /** The id of WeChat Pay's public key. */
  public static final String WECHATPAY_SERIAL = "PUB_KEY_ID_0119000001002026";

  private static final String ALPHABET =
      "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
  private static final int SECRET_CHARS = 32;
  private static final int API_KEY_CHARS = 40;

  /** Fresh keys and secrets; takes some 200 ms. */
  public static Cast generate(String run) {
    SecureRandom random = new SecureRandom();
    String appId = "wx2421b1c4370ec43b";
    return new Cast(
        run,
        text(random, API_KEY_CHARS),
        new AlipayMerchant("2021000000000001", "2088000000000001"),
        ProviderKeys.generate(),
        new WechatPayMerchant("1900000100", appId, text(random, SECRET_CHARS)),
        ProviderKeys.generate(),
        new WechatPayV2Merchant("10000100", appId, text(random, SECRET_CHARS)));
  }

  AlipayActor alipayActor() {
    return new AlipayActor(
        alipay, alipayKeys.provider().getPrivate(), alipayKeys.forger().getPrivate());
  }

  WechatPayActor wechatPayActor(Random random) {
    return new WechatPayActor(
        wechatPay,
        wechatPayKeys.provider().getPrivate(),
        wechatPayKeys.forger().getPrivate(),
        WECHATPAY_SERIAL,
        random);
  }

  WechatPayV2Actor wechatPayV2Actor(Random random) {
    return new WechatPayV2Actor(wechatPayV2, random);
  }

  @Override
  public String toString() {
    return "Cast[run=" + run + "]";
  }

  private static String text(SecureRandom random, int chars) {
    StringBuilder text = new StringBuilder(chars);
    for (int i = 0; i < chars; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }
}
