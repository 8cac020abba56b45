package io.paidonce.hub.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.ChannelName;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** What Spring's Binder makes of a configuration file is what {@link Settings} reads. */
class BoundSettingsTest {

  private static final Bindable<Map<String, Map<String, Object>>> CHANNELS =
      Bindable.of(
          ResolvableType.forClassWithGenerics(
              Map.class,
              ResolvableType.forClass(String.class),
              ResolvableType.forClassWithGenerics(Map.class, String.class, Object.class)));

  @Test
  void listsAndKeyIdsSurviveBinding() { // C149
    Map<String, Object> file = new TreeMap<>();
    String prefix = "paidonce.channels.shop-wechat.";
    file.put(prefix + "provider", "wechatpay");
    file.put(prefix + "merchant-id", 1900000100);
    file.put(prefix + "app-ids[0]", "wx1");
    file.put(prefix + "app-ids[1]", "wx2");
    file.put(prefix + "api-v3-key", "0123456789abcdef0123456789ABCDEF");
    file.put(
        prefix + "public-keys.PUB_KEY_ID_0119000001002026", TestKeys.publicKey(TestKeys.PROVIDER));
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("file", file));
    Map<ChannelName, Map<String, Object>> bound = new HashMap<>();
    Binder.get(environment)
        .bind("paidonce.channels", CHANNELS)
        .get()
        .forEach((name, values) -> bound.put(new ChannelName(name), values));
    assertThat(bound.toString()).contains("PUB_KEY_ID_0119000001002026");
    assertThat(Channels.open(bound, Clock.systemUTC())).hasSize(1);
  }
}
