package io.paidonce.hub.provider.wechatpayv2;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.ProviderTime;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Xml;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Reads v2 refund notifications, which also reach v3 merchants: encrypted with the shared key, but
 * unsigned, so the events are {@link Evidence#UNSIGNED_CALLBACK}.
 *
 * <p>Whatever fails inside (Base64, padding, XML) is one refusal with one text, so that it tells a
 * sender nothing of the key.
 */
public final class RefundNotices {

  private final ChannelName channel;
  private final WechatMerchant merchant;
  private final SecretKeySpec key;

  /**
   * A reader for one merchant.
   *
   * @param apiKey the v2 key; the cipher's key is the lower-case hex text of its MD5
   */
  public RefundNotices(ChannelName channel, WechatMerchant merchant, String apiKey) {
    this.channel = channel;
    this.merchant = merchant;
    try {
      byte[] md5 = MessageDigest.getInstance("MD5").digest(apiKey.getBytes(StandardCharsets.UTF_8));
      this.key =
          new SecretKeySpec(
              HexFormat.of().formatHex(md5).getBytes(StandardCharsets.US_ASCII), "AES");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks MD5", e);
    }
  }

  /** The refund told by these outer elements. */
  public List<Event> read(Map<String, String> elements) throws NotBelieved {
    Elements outer = new Elements(elements);
    if (!outer.required("return_code").equals("SUCCESS")) {
      throw new NotBelieved(Refusal.MALFORMED, "return_code is not SUCCESS");
    }
    Elements refund = decrypted(outer.required("req_info"));
    merchant.requireMerchant("mch_id", outer.text("mch_id"));
    merchant.requireAppIfTold("appid", outer.required("appid"));
    merchant.requireSubMerchantIfTold("sub_mch_id", outer.text("sub_mch_id"));
    return List.of(event(refund));
  }

  private Elements decrypted(String reqInfo) throws NotBelieved {
    try {
      Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
      cipher.init(Cipher.DECRYPT_MODE, key);
      byte[] plain = cipher.doFinal(Base64.getDecoder().decode(reqInfo.replaceAll("\\s", "")));
      return new Elements(Xml.flat(plain, "root"));
    } catch (GeneralSecurityException | IllegalArgumentException | NotBelieved e) {
      throw new NotBelieved(
          Refusal.DECRYPTION, "req_info of " + reqInfo.length() + " characters does not open");
    }
  }

  private Event event(Elements refund) throws NotBelieved {
    String word = refund.required("refund_status");
    EventStatus status =
        switch (word) {
          case "SUCCESS" -> EventStatus.REFUND_SUCCESS;
          case "CHANGE" -> EventStatus.REFUND_ABNORMAL;
          case "REFUNDCLOSE" -> EventStatus.REFUND_CLOSED;
          default -> EventStatus.UNKNOWN;
        };
    return new Event(
        channel,
        merchant.merchant(),
        EventKind.REFUND,
        status,
        Evidence.UNSIGNED_CALLBACK,
        word,
        refund.required("out_trade_no"),
        refund.text("transaction_id"),
        refund.required("out_refund_no"),
        refund.text("refund_id"),
        refund.money("total_fee", "fee_type"),
        refund.money("refund_fee", "refund_fee_type"),
        null,
        null,
        ProviderTime.SPACED.read(refund.text("success_time")));
  }
}
