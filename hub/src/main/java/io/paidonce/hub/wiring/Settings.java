package io.paidonce.hub.wiring;

import io.paidonce.hub.api.Caller;
import io.paidonce.hub.catalog.AgentLimits;
import io.paidonce.hub.catalog.Catalog;
import io.paidonce.hub.catalog.Product;
import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.BadSetting;
import java.time.Period;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** Turns bound properties into the rooms' words, and names the property where it cannot. */
final class Settings {

  private static final int API_KEY_LENGTH_MIN = 32;

  private Settings() {}

  static Map<ChannelName, Map<String, Object>> channels(HubProperties properties) {
    Map<ChannelName, Map<String, Object>> channels = new LinkedHashMap<>();
    properties
        .channels()
        .forEach(
            (name, settings) -> {
              try {
                channels.put(new ChannelName(name), settings);
              } catch (IllegalArgumentException e) {
                throw new BadSetting("paidonce.channels." + name, e.getMessage() + "; rename it");
              }
            });
    return channels;
  }

  static Map<Caller, String> apiKeys(HubProperties properties) {
    Map<Caller, String> keys = new HashMap<>();
    Set<String> names = new HashSet<>();
    List<HubProperties.ApiKey> settings = properties.apiKeys();
    for (int i = 0; i < settings.size(); i++) {
      String prefix = "paidonce.api-keys[" + i + "].";
      HubProperties.ApiKey one = settings.get(i);
      String name = text(prefix + "name", one.name());
      if (!names.add(name)) {
        throw new BadSetting(prefix + "name", "names a second key " + name + "; choose another");
      }
      String key = text(prefix + "key", one.key());
      if (key.length() < API_KEY_LENGTH_MIN || key.chars().distinct().count() < 8) {
        throw new BadSetting(
            prefix + "key",
            "is too weak; use at least " + API_KEY_LENGTH_MIN + " random characters");
      }
      Set<String> scopes = Set.copyOf(one.scopes());
      if (scopes.isEmpty() || !Caller.SCOPES.containsAll(scopes)) {
        throw new BadSetting(prefix + "scopes", "is a list of some of " + Caller.SCOPES);
      }
      keys.put(new Caller(name, scopes), key);
    }
    return keys;
  }

  static Catalog catalog(HubProperties properties) {
    Map<String, Product> products = new HashMap<>();
    properties.products().forEach((name, setting) -> products.put(name, product(name, setting)));
    return new Catalog(products);
  }

  static String publicUrl(HubProperties properties, Environment environment) {
    String url = properties.publicUrl();
    if (url == null) {
      return "http://127.0.0.1:" + environment.getProperty("server.port", "8080");
    }
    if (!url.matches("https?://[^/?#\\s]+(/[^?#\\s]*)?")) {
      throw new BadSetting("paidonce.public-url", "is http(s)://host[:port][/path], without query");
    }
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private static Product product(String name, HubProperties.ProductSetting setting) {
    String prefix = "paidonce.products." + name + ".";
    HubProperties.MoneySetting price = setting.price();
    if (price == null || price.value() <= 0) {
      throw new BadSetting(prefix + "price.value", "is a positive number of minor units");
    }
    Money money = money(prefix + "price.", price);
    HubProperties.GrantSetting grants = setting.grants();
    return new Product(name, money, grants == null ? null : grants(prefix + "grants.", grants));
  }

  private static Money money(String prefix, HubProperties.MoneySetting setting) {
    try {
      return new Money(setting.value(), text(prefix + "currency", setting.currency()));
    } catch (IllegalArgumentException e) {
      throw new BadSetting(prefix + "currency", "is an ISO 4217 code such as CNY");
    }
  }

  static AgentLimits agentLimits(HubProperties properties) {
    Map<String, AgentLimits.Limit> limits = new HashMap<>();
    properties
        .agents()
        .forEach(
            (id, setting) -> {
              String prefix = "paidonce.agents." + id + ".";
              Money perOrder = limit(prefix + "per-order.", setting.perOrder());
              Money perDay = limit(prefix + "per-day.", setting.perDay());
              if (perOrder == null && perDay == null) {
                throw new BadSetting(prefix + "per-order", "or per-day is to be set");
              }
              limits.put(id, new AgentLimits.Limit(perOrder, perDay));
            });
    return new AgentLimits(limits);
  }

  private static @Nullable Money limit(
      String prefix, HubProperties.@Nullable MoneySetting setting) {
    if (setting == null) {
      return null;
    }
    if (setting.value() < 0) {
      throw new BadSetting(prefix + "value", "is a number of minor units, or 0 for nothing");
    }
    return money(prefix, setting);
  }

  private static Product.Grants grants(String prefix, HubProperties.GrantSetting setting) {
    String subscription = setting.subscription();
    if ((subscription == null) == (setting.asset() == null)) {
      throw new BadSetting(
          prefix + "asset", "is given with amount, or subscription is given with period; not both");
    }
    if (subscription == null) {
      if (setting.amount() <= 0) {
        throw new BadSetting(prefix + "amount", "is a positive number of the asset's units");
      }
      return new Product.Grants(text(prefix + "asset", setting.asset()), setting.amount(), null);
    }
    String period = text(prefix + "period", setting.period());
    try {
      if (Period.parse(period).isZero() || Period.parse(period).isNegative()) {
        throw new BadSetting(prefix + "period", "is a positive period such as P1M");
      }
    } catch (DateTimeParseException e) {
      throw new BadSetting(prefix + "period", "is an ISO 8601 period such as P1M");
    }
    return new Product.Grants(text(prefix + "subscription", subscription), 1, period);
  }

  private static String text(String property, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new BadSetting(property, "is missing or blank; set it");
    }
    if (value.contains("${")) {
      throw new BadSetting(property, "holds an unresolved placeholder; define what it refers to");
    }
    return value;
  }
}
