package io.paidonce.house;

import io.paidonce.hub.wiring.HubProperties;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The names of the hub's properties, as its configuration record has them. */
final class Properties {

  private Properties() {}

  /** Plain properties and sections, such as {@code paidonce.gate.retention}. */
  static List<String> ofHub() {
    List<String> names = new ArrayList<>();
    collect("paidonce.", HubProperties.class, names);
    return names;
  }

  private static void collect(String prefix, Class<?> type, List<String> names) {
    for (RecordComponent component : type.getRecordComponents()) {
      String name = prefix + kebab(component.getName());
      if (component.getType().isRecord()) {
        collect(name + ".", component.getType(), names);
      } else {
        names.add(name);
      }
    }
  }

  private static String kebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
