package io.paidonce.simulator.wechatpayv2;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Speaks like WeChat Pay v2: XML signed with a keyed digest; refunds encrypted in {@code req_info}
 * and not signed at all. Thread-safe.
 */
public final class WechatPayV2Signer implements NotificationSigner {

  private static final ZoneId GMT8 = ZoneId.of("GMT+8");
  private static final DateTimeFormatter TIME_END =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(GMT8);
  private static final DateTimeFormatter SUCCESS_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(GMT8);

  private final WechatPayV2Merchant merchant;
  private final SignType signType;
  private final Random random;

  /**
   * A signer of one merchant's notifications.
   *
   * @param random source of {@code nonce_str}; a seeded one makes messages reproducible
   */
  public WechatPayV2Signer(WechatPayV2Merchant merchant, SignType signType, Random random) {
    this.merchant = merchant;
    this.signType = signType;
    this.random = random;
  }

  @Override
  public Dialect dialect() {
    return Dialect.WECHATPAY_V2;
  }

  @Override
  public Signed payment(Payment payment, Instant sentAt) {
    return sign(paymentFields(payment));
  }

  /** A v2 refund notification; {@code sentAt} is not part of it. */
  @Override
  public Signed refund(Payment payment, Refund refund, Instant sentAt) {
    return envelope(encrypt(refundPlaintext(payment, refund)));
  }

  /** The elements of a payment notification, without {@code sign}. */
  public WechatPayV2Fields paymentFields(Payment payment) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("appid", merchant.appId());
    fields.put("attach", payment.subject());
    fields.put("bank_type", "OTHERS");
    fields.put("cash_fee", Long.toString(payment.amountFen()));
    fields.put("fee_type", "CNY");
    fields.put("is_subscribe", "N");
    fields.put("mch_id", merchant.merchantId());
    fields.put("nonce_str", nonce());
    fields.put("openid", "oUpF8uMEb4qRXf22hE3X68TekukE");
    fields.put("out_trade_no", payment.outTradeNo());
    fields.put("result_code", "SUCCESS");
    fields.put("return_code", "SUCCESS");
    fields.put("time_end", TIME_END.format(payment.paidAt()));
    fields.put("total_fee", Long.toString(payment.amountFen()));
    fields.put("trade_type", "JSAPI");
    fields.put("transaction_id", payment.tradeNo());
    return new WechatPayV2Fields(fields);
  }

  /** Signs whatever elements there are; adds {@code sign_type} first when it is HMAC-SHA256. */
  public Signed sign(WechatPayV2Fields fields) {
    WechatPayV2Fields typed =
        signType == SignType.MD5 ? fields : fields.with("sign_type", "HMAC-SHA256");
    return message(typed.with("sign", digest(typed.canonical())));
  }

  /** The unsigned envelope of a refund notification around this {@code req_info}. */
  public Signed envelope(String reqInfo) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("return_code", "SUCCESS");
    fields.put("appid", merchant.appId());
    fields.put("mch_id", merchant.merchantId());
    fields.put("nonce_str", nonce());
    fields.put("req_info", reqInfo);
    return message(new WechatPayV2Fields(fields));
  }

  /** AES-256-ECB under the lower-case hexadecimal MD5 of the API key, in Base64. */
  String encrypt(String plaintext) {
    try {
      byte[] key =
          HexFormat.of().formatHex(md5(merchant.apiKey())).getBytes(StandardCharsets.UTF_8);
      @SuppressWarnings("InsecureCryptoUsage") // the provider's choice, not ours
      Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
      return Base64.getEncoder()
          .encodeToString(cipher.doFinal(plaintext.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-ECB failed: " + e.getMessage(), e);
    }
  }

  /** The upper-case hexadecimal digest over the canonical text and the key. */
  String digest(String canonical) {
    String text = canonical + "&key=" + merchant.apiKey();
    try {
      byte[] digest = signType == SignType.MD5 ? md5(text) : hmac(text);
      return HexFormat.of().withUpperCase().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(signType + " failed: " + e.getMessage(), e);
    }
  }

  private static String refundPlaintext(Payment payment, Refund refund) {
    String refundFee = Long.toString(refund.amountFen());
    String totalFee = Long.toString(payment.amountFen());
    StringBuilder text = new StringBuilder("<root>\n");
    List.of(
            Map.entry("out_refund_no", refund.refundNo()),
            Map.entry("out_trade_no", payment.outTradeNo()),
            Map.entry("refund_account", "REFUND_SOURCE_RECHARGE_FUNDS"),
            Map.entry("refund_fee", refundFee),
            Map.entry("refund_id", refund.providerRefundNo()),
            Map.entry("refund_recv_accout", "支付用户零钱"),
            Map.entry("refund_request_source", "API"),
            Map.entry("refund_status", "SUCCESS"),
            Map.entry("settlement_refund_fee", refundFee),
            Map.entry("settlement_total_fee", totalFee),
            Map.entry("success_time", SUCCESS_TIME.format(refund.refundedAt())),
            Map.entry("total_fee", totalFee),
            Map.entry("transaction_id", payment.tradeNo()))
        .forEach(
            e ->
                text.append('<')
                    .append(e.getKey())
                    .append("><![CDATA[")
                    .append(e.getValue())
                    .append("]]></")
                    .append(e.getKey())
                    .append(">\n"));
    return text.append("</root>").toString();
  }

  private Signed message(WechatPayV2Fields fields) {
    return new Signed(
        "POST", "text/xml", Map.of("User-Agent", List.of("Mozilla/4.0")), fields.xml());
  }

  private String nonce() {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private byte[] hmac(String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(merchant.apiKey().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] md5(String text) throws GeneralSecurityException {
    return MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
  }
}
