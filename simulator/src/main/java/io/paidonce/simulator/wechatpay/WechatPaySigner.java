package io.paidonce.simulator.wechatpay;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Sha256WithRsa;
import io.paidonce.simulator.Signed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks like WeChat Pay API v3: encrypts the fact with the merchant's APIv3 key and signs the raw
 * body in the headers. Thread-safe.
 *
 * <p>The {@code ...Event} methods give the unencrypted event for variations; {@link #sign} makes it
 * a message. A repeat keeps {@code id} and gets a fresh timestamp, nonce and signature.
 */
public final class WechatPaySigner implements NotificationSigner {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final int GCM_TAG_BITS = 128;
  private static final int RESOURCE_NONCE_CHARS = 12;
  private static final int HEADER_NONCE_CHARS = 32;

  private final WechatPayMerchant merchant;
  private final PrivateKey key;
  private final String serial;
  private final Random random;

  /**
   * A signer of one merchant's notifications.
   *
   * @param serial what {@code Wechatpay-Serial} says: {@code PUB_KEY_ID_...} or a certificate's
   * @param random source of nonces; a seeded one makes messages reproducible
   */
  public WechatPaySigner(WechatPayMerchant merchant, PrivateKey key, String serial, Random random) {
    this.merchant = merchant;
    this.key = key;
    this.serial = serial;
    this.random = random;
  }

  @Override
  public Dialect dialect() {
    return Dialect.WECHATPAY;
  }

  @Override
  public Signed payment(Payment payment, Instant sentAt) {
    return sign(paymentEvent(payment), sentAt);
  }

  /** {@code REFUND.SUCCESS} with this refund's own amount. */
  @Override
  public Signed refund(Payment payment, Refund refund, Instant sentAt) {
    return sign(refundEvent(payment, refund), sentAt);
  }

  /** {@code TRANSACTION.SUCCESS}. */
  public WechatPayEvent paymentEvent(Payment payment) {
    ObjectNode plain = JSON.createObjectNode();
    plain.put("mchid", merchant.merchantId());
    plain.put("appid", merchant.appId());
    plain.put("out_trade_no", payment.outTradeNo());
    plain.put("transaction_id", payment.tradeNo());
    plain.put("trade_type", "JSAPI");
    plain.put("trade_state", "SUCCESS");
    plain.put("trade_state_desc", "支付成功");
    plain.put("bank_type", "OTHERS");
    plain.put("attach", payment.subject());
    plain.put("success_time", rfc3339(payment.paidAt()));
    plain.putObject("payer").put("openid", "oUpF8uMEb4qRXf22hE3X68TekukE");
    plain
        .putObject("amount")
        .put("total", payment.amountFen())
        .put("payer_total", payment.amountFen())
        .put("currency", "CNY")
        .put("payer_currency", "CNY");
    return event(
        "TRANSACTION.SUCCESS",
        "支付成功",
        "transaction",
        "paid|" + payment.tradeNo(),
        payment.paidAt(),
        plain);
  }

  /** The event of {@link #refund}. */
  public WechatPayEvent refundEvent(Payment payment, Refund refund) {
    ObjectNode plain = JSON.createObjectNode();
    plain.put("mchid", merchant.merchantId());
    plain.put("out_trade_no", payment.outTradeNo());
    plain.put("transaction_id", payment.tradeNo());
    plain.put("out_refund_no", refund.refundNo());
    plain.put("refund_id", refund.providerRefundNo());
    plain.put("refund_status", "SUCCESS");
    plain.put("success_time", rfc3339(refund.refundedAt()));
    plain
        .putObject("amount")
        .put("total", payment.amountFen())
        .put("refund", refund.amountFen())
        .put("payer_total", payment.amountFen())
        .put("payer_refund", refund.amountFen());
    plain.put("user_received_account", "支付用户零钱");
    return event(
        "REFUND.SUCCESS",
        "退款成功",
        "refund",
        "refund|" + refund.refundNo(),
        refund.refundedAt(),
        plain);
  }

  /** Encrypts, then signs as sent at this instant. */
  public Signed sign(WechatPayEvent event, Instant sentAt) {
    return signBody(body(event), sentAt.getEpochSecond(), randomText(HEADER_NONCE_CHARS));
  }

  /** Signs these very bytes; the door for broken JSON, foreign bodies and test vectors. */
  public Signed signBody(byte[] body, long timestampSeconds, String nonce) {
    ByteArrayOutputStream message = new ByteArrayOutputStream(body.length + 80);
    message.writeBytes((timestampSeconds + "\n" + nonce + "\n").getBytes(StandardCharsets.UTF_8));
    message.writeBytes(body);
    message.write('\n');
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Wechatpay-Timestamp", List.of(Long.toString(timestampSeconds)));
    headers.put("Wechatpay-Nonce", List.of(nonce));
    headers.put("Wechatpay-Signature", List.of(Sha256WithRsa.sign(key, message.toByteArray())));
    headers.put("Wechatpay-Serial", List.of(serial));
    headers.put("Wechatpay-Signature-Type", List.of("WECHATPAY2-SHA256-RSA2048"));
    headers.put("User-Agent", List.of("Mozilla/4.0"));
    return new Signed("POST", "application/json", headers, body);
  }

  /**
   * WeChat Pay's own probe of careless receivers: a right message whose signature is replaced by
   * {@code WECHATPAY/SIGNTEST/...}. Must be refused like any wrong signature.
   */
  public Signed signTest(WechatPayEvent event, Instant sentAt) {
    return sign(event, sentAt)
        .withHeader("Wechatpay-Signature", "WECHATPAY/SIGNTEST/" + randomText(40));
  }

  /** The JSON envelope, one line, the plaintext encrypted in it. */
  byte[] body(WechatPayEvent event) {
    ObjectNode envelope = JSON.createObjectNode();
    envelope.put("id", event.id());
    envelope.put("create_time", event.createTime());
    envelope.put("resource_type", "encrypt-resource");
    envelope.put("event_type", event.eventType());
    envelope.put("summary", event.summary());
    ObjectNode resource = envelope.putObject("resource");
    resource.put("original_type", event.originalType());
    resource.put("algorithm", "AEAD_AES_256_GCM");
    resource.put(
        "ciphertext", encrypt(event.plaintext(), event.resourceNonce(), event.associatedData()));
    if (event.associatedData() != null) {
      resource.put("associated_data", event.associatedData());
    }
    resource.put("nonce", event.resourceNonce());
    return JSON.writeValueAsBytes(envelope);
  }

  private WechatPayEvent event(
      String type, String summary, String originalType, String fact, Instant at, ObjectNode plain) {
    return new WechatPayEvent(
        UUID.nameUUIDFromBytes(fact.getBytes(StandardCharsets.UTF_8)).toString(),
        rfc3339(at),
        type,
        summary,
        originalType,
        originalType,
        randomText(RESOURCE_NONCE_CHARS),
        JSON.writeValueAsString(plain));
  }

  private String encrypt(String plaintext, String nonce, @Nullable String associatedData) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(merchant.apiV3Key().getBytes(StandardCharsets.UTF_8), "AES"),
          new GCMParameterSpec(GCM_TAG_BITS, nonce.getBytes(StandardCharsets.UTF_8)));
      if (associatedData != null) {
        cipher.updateAAD(associatedData.getBytes(StandardCharsets.UTF_8));
      }
      return Base64.getEncoder()
          .encodeToString(cipher.doFinal(plaintext.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM failed: " + e.getMessage(), e);
    }
  }

  private String randomText(int chars) {
    StringBuilder text = new StringBuilder(chars);
    for (int i = 0; i < chars; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }

  private static String rfc3339(Instant at) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        at.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.ofHours(8)));
  }
}
