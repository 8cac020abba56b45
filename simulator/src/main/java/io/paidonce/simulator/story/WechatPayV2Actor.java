package io.paidonce.simulator.story;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.sending.Notice;
import io.paidonce.simulator.sending.Verdict;
import io.paidonce.simulator.wechatpayv2.SignType;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Fields;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Merchant;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Signer;
import java.util.List;
import java.util.Random;

/** WeChat Pay v2 and its imitators. */
final class WechatPayV2Actor implements Actor {

  private static final String FORGERS_KEY = "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f";

  private final WechatPayV2Signer genuine;
  private final WechatPayV2Signer forger;
  private final WechatPayV2Signer weak;

  WechatPayV2Actor(WechatPayV2Merchant merchant, Random random) {
    this.genuine = new WechatPayV2Signer(merchant, SignType.HMAC_SHA256, random);
    this.weak = new WechatPayV2Signer(merchant, SignType.MD5, random);
    this.forger =
        new WechatPayV2Signer(
            new WechatPayV2Merchant(merchant.merchantId(), merchant.appId(), FORGERS_KEY),
            SignType.HMAC_SHA256,
            random);
  }

  @Override
  public Dialect dialect() {
    return Dialect.WECHATPAY_V2;
  }

  @Override
  public String channel() {
    return "shop-wechat-v2";
  }

  @Override
  public String letter() {
    return "v";
  }

  @Override
  public Notice payment(Payment payment, int flavour) {
    WechatPayV2Fields fields = genuine.paymentFields(payment);
    WechatPayV2Fields spelled =
        switch (flavour % 3) {
          case 0 -> fields;
          case 1 -> fields.with("attach", "词元 🎈 <b>&amp;</b>").with("device_info", "");
          default -> fields.with("a_field_of_tomorrow", "x").with("coupon_fee", "0");
        };
    return sentAt -> genuine.sign(spelled);
  }

  @Override
  public Notice refund(Payment payment, Refund refund) {
    return sentAt -> genuine.refund(payment, refund, sentAt);
  }

  @Override
  public List<Step.Attack> attacks(Payment payment) {
    return List.of(
        attack("forged", sentAt -> forger.payment(payment, sentAt)),
        attack(
            "tampered",
            sentAt -> genuine.payment(payment, sentAt).withByteChangedAfter("<total_fee>")),
        attack("weaker-digest", sentAt -> weak.payment(payment, sentAt)),
        attack(
            "foreign-merchant",
            sentAt -> genuine.sign(genuine.paymentFields(payment).with("mch_id", "19999999"))));
  }

  private static Step.Attack attack(String name, Notice notice) {
    return new Step.Attack(name, Verdict.REFUSED, notice);
  }
}
