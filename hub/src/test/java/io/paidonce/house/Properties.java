package io.paidonce.house;

import io.paidonce.hub.wiring.HubProperties;
import java.lang.reflect.Parameter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The names of the hub's properties, as its configuration record has them. */
final class Properties {

  private Properties() {}

  /** Names such as {@code paidonce.gate.retention}, each with its default or an empty text. */
  static Map<String, String> ofHub() {
    Map<String, String> names = new TreeMap<>();
    collect("paidonce.", HubProperties.class, names);
    return names;
  }

  private static void collect(String prefix, Class<?> type, Map<String, String> names) {
    for (Parameter component : type.getDeclaredConstructors()[0].getParameters()) {
      String name = prefix + kebab(component.getName());
      if (component.getType().isRecord()) {
        collect(name + ".", component.getType(), names);
      } else {
        DefaultValue standard = component.getAnnotation(DefaultValue.class);
        names.put(name, standard == null ? "" : String.join(",", standard.value()));
      }
    }
  }

  private static String kebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
