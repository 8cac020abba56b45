package io.paidonce.simulator.alipay;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Sha256WithRsa;
import io.paidonce.simulator.Signed;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Speaks like Alipay: builds and signs (RSA2) the notifications of one merchant. Thread-safe.
 *
 * <p>{@code notify_id} is derived from the fact, so repeats carry the same one. The {@code ...Form}
 * methods give the unsigned form for variations; {@link #sign} makes any form a message.
 */
public final class AlipaySigner implements NotificationSigner {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.of("GMT+8"));
  private static final DateTimeFormatter TIME_MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.of("GMT+8"));

  private final AlipayMerchant merchant;
  private final PrivateKey key;

  public AlipaySigner(AlipayMerchant merchant, PrivateKey key) {
    this.merchant = merchant;
    this.key = key;
  }

  @Override
  public Dialect dialect() {
    return Dialect.ALIPAY;
  }

  @Override
  public Signed payment(Payment payment, Instant sentAt) {
    return sign(paymentForm(payment, sentAt));
  }

  /** {@code TRADE_SUCCESS} with the cumulative amount, or {@code TRADE_CLOSED} when it is all. */
  @Override
  public Signed refund(Payment payment, Refund refund, Instant sentAt) {
    return sign(refundForm(payment, refund, sentAt));
  }

  /** {@code TRADE_CLOSED} without refund fields: timed out or closed, never paid. */
  public Signed closed(Payment payment, Instant sentAt) {
    return sign(closedForm(payment, sentAt));
  }

  /** {@code TRADE_SUCCESS} without refund fields. */
  public AlipayForm paymentForm(Payment payment, Instant sentAt) {
    String yuan = yuan(payment.amountFen());
    return tradeForm(payment, "TRADE_SUCCESS", "paid", sentAt)
        .with("gmt_payment", TIME.format(payment.paidAt()))
        .with("receipt_amount", yuan)
        .with("invoice_amount", yuan)
        .with("buyer_pay_amount", yuan)
        .with("point_amount", "0.00")
        .with("fund_bill_list", "[{\"amount\":\"" + yuan + "\",\"fundChannel\":\"ALIPAYACCOUNT\"}]")
        .with("passback_params", "merchantBizType%3d3C%26merchantBizNo%3d2026")
        .with("body", "");
  }

  /** The form of {@link #refund}. */
  public AlipayForm refundForm(Payment payment, Refund refund, Instant sentAt) {
    boolean all = refund.cumulativeFen() >= payment.amountFen();
    return tradeForm(
            payment, all ? "TRADE_CLOSED" : "TRADE_SUCCESS", "refund" + refund.refundNo(), sentAt)
        .with("gmt_payment", TIME.format(payment.paidAt()))
        .with("gmt_refund", TIME_MILLIS.format(refund.refundedAt()))
        .with("refund_fee", yuan(refund.cumulativeFen()))
        .with("out_biz_no", refund.refundNo());
  }

  /** The form of {@link #closed}. */
  public AlipayForm closedForm(Payment payment, Instant sentAt) {
    return tradeForm(payment, "TRADE_CLOSED", "closed", sentAt)
        .with("gmt_close", TIME.format(payment.paidAt()));
  }

  /** Signs whatever fields the form has, in the form's own charset. */
  public Signed sign(AlipayForm form) {
    byte[] canonical = form.canonical().getBytes(form.charset());
    AlipayForm signed =
        form.with("sign_type", "RSA2").with("sign", Sha256WithRsa.sign(key, canonical));
    return new Signed(
        "POST",
        "application/x-www-form-urlencoded; charset=" + form.charset().name(),
        Map.of("User-Agent", List.of("Mozilla/4.0")),
        signed.encoded());
  }

  private AlipayForm tradeForm(Payment payment, String status, String fact, Instant sentAt) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("gmt_create", TIME.format(payment.paidAt().minusSeconds(5)));
    fields.put("charset", "utf-8");
    fields.put("notify_time", TIME.format(sentAt));
    fields.put("subject", payment.subject());
    fields.put("buyer_id", "2088102122524333");
    fields.put("version", "1.0");
    fields.put("notify_id", notifyId(payment, fact));
    fields.put("notify_type", "trade_status_sync");
    fields.put("out_trade_no", payment.outTradeNo());
    fields.put("total_amount", yuan(payment.amountFen()));
    fields.put("trade_status", status);
    fields.put("trade_no", payment.tradeNo());
    fields.put("auth_app_id", merchant.appId());
    fields.put("app_id", merchant.appId());
    fields.put("seller_id", merchant.sellerId());
    return new AlipayForm(fields);
  }

  private static String yuan(long amountFen) {
    return BigDecimal.valueOf(amountFen, 2).toPlainString();
  }

  private static String notifyId(Payment payment, String fact) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest((payment.tradeNo() + '|' + fact).getBytes(StandardCharsets.UTF_8));
      return new BigInteger(1, digest).toString().substring(0, 34);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256, which every Java must have", e);
    }
  }
}
