package io.paidonce.simulator.wechatpayv2;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The elements of one v2 message before it is signed, in wire order. Immutable.
 *
 * @param fields element text, unescaped; blanks allowed (they travel, but are not signed)
 */
public record WechatPayV2Fields(Map<String, String> fields) {

  private static final Set<String> BARE = Set.of("cash_fee", "total_fee");

  public WechatPayV2Fields {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** These fields with one set. */
  public WechatPayV2Fields with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(fields);
    changed.put(name, value);
    return new WechatPayV2Fields(changed);
  }

  /** The text before {@code &key=...}: sorted, {@code sign} and empty values dropped. */
  public String canonical() {
    StringBuilder text = new StringBuilder(512);
    new TreeMap<>(fields)
        .forEach(
            (name, value) -> {
              if (!name.equals("sign") && !value.isEmpty()) {
                text.append(text.isEmpty() ? "" : "&").append(name).append('=').append(value);
              }
            });
    return text.toString();
  }

  /** {@code <xml>...</xml>} on one line, no declaration, UTF-8. */
  byte[] xml() {
    StringBuilder text = new StringBuilder(1024).append("<xml>");
    fields.forEach(
        (name, value) ->
            text.append('<')
                .append(name)
                .append('>')
                .append(BARE.contains(name) ? value : cdata(value))
                .append("</")
                .append(name)
                .append('>'));
    return text.append("</xml>").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String cdata(String value) {
    return "<![CDATA[" + value.replace("]]>", "]]]]><![CDATA[>") + "]]>";
  }
}
