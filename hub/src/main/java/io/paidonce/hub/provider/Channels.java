package io.paidonce.hub.provider;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.provider.alipay.AlipayDialect;
import io.paidonce.hub.provider.wechatpay.WechatPayDialect;
import io.paidonce.hub.provider.wechatpayv2.WechatPayV2Dialect;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Opens the configured channels. One more provider is one more package and one more line here. */
public final class Channels {

  private static final List<Dialect> DIALECTS =
      List.of(new AlipayDialect(), new WechatPayDialect(), new WechatPayV2Dialect());

  private Channels() {}

  /**
   * Every channel by its name, in the order given; all or none.
   *
   * @param properties what stands under {@code paidonce.channels}, as Spring's Binder yields it
   * @param clock read once, to tell expired certificates
   * @throws BadSetting at the first setting that cannot be used, or when two channels of one
   *     provider are one contract
   */
  public static Map<ChannelName, ProviderChannel> open(
      Map<ChannelName, Map<String, Object>> properties, Clock clock) {
    Map<ChannelName, ProviderChannel> channels = new LinkedHashMap<>();
    Map<List<String>, ChannelName> owners = new HashMap<>();
    properties.forEach(
        (name, values) -> {
          Settings settings = new Settings("paidonce.channels." + name + ".", values);
          Dialect dialect = dialect(settings);
          ProviderChannel channel = dialect.open(name, settings, clock.instant());
          settings.requireAllKnown();
          requireSoleOwner(owners, name, dialect, settings);
          channels.put(name, channel);
        });
    return Collections.unmodifiableMap(channels);
  }

  private static Dialect dialect(Settings settings) {
    String provider = settings.text("provider");
    return DIALECTS.stream()
        .filter(d -> d.provider().equals(provider))
        .findFirst()
        .orElseThrow(
            () ->
                settings.bad(
                    "provider",
                    "is not known; use one of "
                        + DIALECTS.stream().map(Dialect::provider).toList()));
  }

  private static void requireSoleOwner(
      Map<List<String>, ChannelName> owners, ChannelName name, Dialect dialect, Settings settings) {
    List<String> names = dialect.identity();
    List<String> identity = new ArrayList<>(List.of(dialect.provider()));
    names.forEach(n -> identity.add(settings.text(n)));
    ChannelName other = owners.putIfAbsent(List.copyOf(identity), name);
    if (other != null) {
      throw settings.bad(
          names.get(0), "is already the contract of channel " + other + "; remove one of the two");
    }
  }
}
