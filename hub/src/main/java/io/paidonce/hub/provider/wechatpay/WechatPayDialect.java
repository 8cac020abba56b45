package io.paidonce.hub.provider.wechatpay;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.Dialect;
import io.paidonce.hub.provider.OwnKey;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Settings;
import io.paidonce.hub.provider.wechatpayv2.RefundNotices;
import io.paidonce.hub.provider.wechatpayv2.WechatMerchant;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Opens WeChat Pay API v3 channels. */
public final class WechatPayDialect implements Dialect {

  static final String PROVIDER = "wechatpay";

  private static final URI BASE = URI.create("https://api.mch.weixin.qq.com");

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
    Seals seals = new Seals(keys, freshness);
    return new WechatPayChannel(
        name,
        merchant,
        seals,
        resourceKey,
        new WechatPayEvents(name, merchant, Evidence.CALLBACK),
        v2Refunds,
        asker(settings, seals, new WechatPayEvents(name, merchant, Evidence.QUERY)));
  }

  /** Calls are signed by our key and name the serial of its certificate, so both are needed. */
  private static Optional<Asker> asker(Settings settings, Seals seals, WechatPayEvents events) {
    URI base = settings.optionalAddress("base-url").orElse(BASE);
    Optional<String> serial = settings.optionalText("merchant-serial");
    Optional<OwnKey> key = settings.optionalPrivateKey("merchant-private-key").map(OwnKey::new);
    Optional<String> answerKey =
        settings.optionalMap("public-keys").keySet().stream().sorted().reduce((a, b) -> b);
    return key.flatMap(
        k -> serial.map(s -> new WechatPayAsker(base, s, k, answerKey, seals, events)));
  }
}
