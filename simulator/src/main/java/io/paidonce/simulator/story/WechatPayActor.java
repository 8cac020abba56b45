package io.paidonce.simulator.story;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.sending.Notice;
import io.paidonce.simulator.sending.Verdict;
import io.paidonce.simulator.wechatpay.WechatPayEvent;
import io.paidonce.simulator.wechatpay.WechatPayMerchant;
import io.paidonce.simulator.wechatpay.WechatPaySigner;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** WeChat Pay v3 and its imitators. */
final class WechatPayActor implements Actor {

  private static final Duration STALE = Duration.ofMinutes(10);

  private final WechatPaySigner genuine;
  private final WechatPaySigner forger;
  private final WechatPaySigner rotated;
  private final WechatPaySigner foreign;

  WechatPayActor(
      WechatPayMerchant merchant,
      PrivateKey providerKey,
      PrivateKey forgerKey,
      String serial,
      Random random) {
    this.genuine = new WechatPaySigner(merchant, providerKey, serial, random);
    this.forger = new WechatPaySigner(merchant, forgerKey, serial, random);
    this.rotated = new WechatPaySigner(merchant, forgerKey, "PUB_KEY_ID_UNKNOWN", random);
    this.foreign =
        new WechatPaySigner(
            new WechatPayMerchant("1999999999", merchant.appId(), merchant.apiV3Key()),
            providerKey,
            serial,
            random);
  }

  @Override
  public Dialect dialect() {
    return Dialect.WECHATPAY;
  }

  @Override
  public String channel() {
    return "shop-wechat";
  }

  @Override
  public String letter() {
    return "w";
  }

  @Override
  public Notice payment(Payment payment, int flavour) {
    WechatPayEvent event = genuine.paymentEvent(payment);
    WechatPayEvent spelled =
        switch (flavour % 3) {
          case 0 -> event;
          case 1 -> event.withoutAssociatedData();
          default ->
              event.withPlaintext("{\"tomorrow\":{\"a\":[1]}," + event.plaintext().substring(1));
        };
    return sentAt -> genuine.sign(spelled, sentAt);
  }

  @Override
  public Notice refund(Payment payment, Refund refund) {
    WechatPayEvent event = genuine.refundEvent(payment, refund);
    return sentAt -> genuine.sign(event, sentAt);
  }

  @Override
  public List<Step.Attack> attacks(Payment payment) {
    return List.of(
        attack("forged", sentAt -> forger.payment(payment, sentAt)),
        attack(
            "tampered",
            sentAt -> genuine.payment(payment, sentAt).withByteChangedAfter("\"ciphertext\":\"")),
        attack("stale", sentAt -> genuine.payment(payment, sentAt.minus(STALE))),
        attack("signtest", sentAt -> genuine.signTest(genuine.paymentEvent(payment), sentAt)),
        attack("foreign-merchant", sentAt -> foreign.payment(payment, sentAt)),
        new Step.Attack(
            "unknown-serial", Verdict.KEY_UNKNOWN, sentAt -> rotated.payment(payment, sentAt)));
  }

  private static Step.Attack attack(String name, Notice notice) {
    return new Step.Attack(name, Verdict.REFUSED, notice);
  }
}
