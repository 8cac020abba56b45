package io.paidonce.hub.provider.wechatpayv2;

import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Settings;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who we are to WeChat Pay, in v2 and v3 alike.
 *
 * @param subMerchants of a service provider: the merchants it receives for; a message that names
 *     another, or any while this is empty, is not ours
 */
public record WechatMerchant(String merchantId, Set<String> appIds, Set<String> subMerchants) {

  public WechatMerchant {
    appIds = Set.copyOf(appIds);
    subMerchants = Set.copyOf(subMerchants);
  }

  /** From {@code merchant-id}, {@code app-ids} and {@code sub-merchant-ids}. */
  public static WechatMerchant read(Settings settings) {
    return new WechatMerchant(
        settings.text("merchant-id"),
        Set.copyOf(settings.texts("app-ids")),
        Set.copyOf(settings.optionalTexts("sub-merchant-ids")));
  }

  /** The merchant of events, one for both dialects. */
  public Merchant merchant() {
    return new Merchant("wechatpay", merchantId);
  }

  /** Returns only if this field is there and is our merchant id. */
  public void requireMerchant(String field, @Nullable String value) throws NotBelieved {
    if (value == null || !value.equals(merchantId)) {
      throw foreign(field, value);
    }
  }

  /** Returns only if this field is absent or one of our apps. */
  public void requireAppIfTold(String field, @Nullable String value) throws NotBelieved {
    if (value != null && !appIds.contains(value)) {
      throw foreign(field, value);
    }
  }

  /** Returns only if this field is absent or one of our sub-merchants. */
  public void requireSubMerchantIfTold(String field, @Nullable String value) throws NotBelieved {
    if (value != null && !subMerchants.contains(value)) {
      throw foreign(field, value);
    }
  }

  private static NotBelieved foreign(String field, @Nullable String value) {
    return new NotBelieved(
        Refusal.IDENTITY,
        value == null
            ? "no " + field
            : field + " " + NotBelieved.shown(value) + " is not this channel's");
  }
}
