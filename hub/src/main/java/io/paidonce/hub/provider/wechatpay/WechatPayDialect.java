package io.paidonce.hub.provider.wechatpay;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.provider.Dialect;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Settings;
import io.paidonce.hub.provider.wechatpayv2.RefundNotices;
import io.paidonce.hub.provider.wechatpayv2.WechatMerchant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Opens WeChat Pay API v3 channels. */
public final class WechatPayDialect implements Dialect {

  static final String PROVIDER = "wechatpay";

  /** WeChat Pay's own rule; wider only for a host whose clock is known to be bad. */
  static final Duration FRESHNESS = Duration.ofMinutes(5);

  private static final Duration FRESHNESS_MAX = Duration.ofHours(1);
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
    ResourceKey resourceKey = new ResourceKey(settings.secret("api-v3-key", KEY_CHARACTERS));
    PlatformKeys keys = PlatformKeys.read(settings, merchant, now);
    Duration freshness =
        settings.duration("freshness", FRESHNESS, Duration.ofSeconds(1), FRESHNESS_MAX);
    Optional<RefundNotices> v2Refunds =
        settings
            .optionalSecret("api-v2-key", KEY_CHARACTERS)
            .map(key -> new RefundNotices(name, merchant, key));
    settings.optionalAddress("base-url");
    return new WechatPayChannel(
        name,
        merchant,
        new Seals(keys, freshness),
        resourceKey,
        new WechatPayEvents(name, merchant),
        v2Refunds);
  }
}
