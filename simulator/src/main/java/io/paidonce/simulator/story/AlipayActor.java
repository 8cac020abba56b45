package io.paidonce.simulator.story;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.alipay.AlipayForm;
import io.paidonce.simulator.alipay.AlipayMerchant;
import io.paidonce.simulator.alipay.AlipaySigner;
import io.paidonce.simulator.sending.Notice;
import io.paidonce.simulator.sending.Verdict;
import java.security.PrivateKey;
import java.util.List;

/** Alipay and its imitators. */
final class AlipayActor implements Actor {

  private final AlipaySigner genuine;
  private final AlipaySigner forger;

  AlipayActor(AlipayMerchant merchant, PrivateKey providerKey, PrivateKey forgerKey) {
    this.genuine = new AlipaySigner(merchant, providerKey);
    this.forger = new AlipaySigner(merchant, forgerKey);
  }

  @Override
  public Dialect dialect() {
    return Dialect.ALIPAY;
  }

  @Override
  public String channel() {
    return "shop-alipay";
  }

  @Override
  public String letter() {
    return "a";
  }

  @Override
  public Notice payment(Payment payment, int flavour) {
    return sentAt -> {
      AlipayForm form = genuine.paymentForm(payment, sentAt);
      return genuine.sign(
          switch (flavour % 4) {
            case 0 -> form;
            case 1 -> form.with("charset", "GBK").with("subject", "测试 商品+A&B=C 100%");
            case 2 -> form.with("subject", "一千个词元 🎈 50% off+1");
            default -> form.with("discount_amount", "0.00").with("a_field_of_tomorrow", "x");
          });
    };
  }

  @Override
  public Notice refund(Payment payment, Refund refund) {
    return sentAt -> genuine.refund(payment, refund, sentAt);
  }

  /** The trade was closed unpaid, or so Alipay says. */
  Notice closed(Payment payment) {
    return sentAt -> genuine.closed(payment, sentAt);
  }

  @Override
  public List<Step.Attack> attacks(Payment payment) {
    return List.of(
        attack("forged", sentAt -> forger.payment(payment, sentAt)),
        attack(
            "tampered",
            sentAt -> genuine.payment(payment, sentAt).withByteChangedAfter("total_amount=")),
        attack(
            "foreign-app",
            sentAt ->
                genuine.sign(
                    genuine.paymentForm(payment, sentAt).with("app_id", "2021999999999999"))),
        attack(
            "foreign-seller",
            sentAt ->
                genuine.sign(
                    genuine.paymentForm(payment, sentAt).with("seller_id", "2088999999999999"))));
  }

  private static Step.Attack attack(String name, Notice notice) {
    return new Step.Attack(name, Verdict.REFUSED, notice);
  }
}
