package io.paidonce.hub.provider.wechatpayv2;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.provider.Dialect;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Settings;
import java.net.URI;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Opens WeChat Pay v2 channels. */
public final class WechatPayV2Dialect implements Dialect {

  static final String PROVIDER = "wechatpay-v2";
  private static final URI BASE = URI.create("https://api.mch.weixin.qq.com");
  private static final int KEY_CHARACTERS = 32;

  @Override
  public String provider() {
    return PROVIDER;
  }

  @Override
  public List<String> identity() {
    return List.of("merchant-id");
  }

  @Override
  public ProviderChannel open(ChannelName name, Settings settings, Instant now) {
    WechatMerchant merchant = WechatMerchant.read(settings);
    String key = settings.secret("api-key", KEY_CHARACTERS);
    SharedKey sharedKey = new SharedKey(key, algorithms(settings));
    URI base = settings.optionalAddress("base-url").orElse(BASE);
    String appId = settings.texts("app-ids").get(0);
    return new WechatPayV2Channel(
        name,
        merchant,
        sharedKey,
        new RefundNotices(name, merchant, key),
        Optional.of(new WechatPayV2Asker(base, name, merchant, appId, sharedKey)));
  }

  private static Set<DigestAlgorithm> algorithms(Settings settings) {
    Set<DigestAlgorithm> allowed = EnumSet.noneOf(DigestAlgorithm.class);
    for (String word : settings.optionalTexts("sign-type")) {
      allowed.add(
          DigestAlgorithm.named(word)
              .orElseThrow(
                  () -> settings.bad("sign-type", "is neither HMAC-SHA256 nor MD5; correct it")));
    }
    return allowed.isEmpty() ? EnumSet.of(DigestAlgorithm.HMAC_SHA256) : allowed;
  }
}
