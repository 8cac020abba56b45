package io.paidonce.simulator.alipay;

import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fields of one Alipay notification before it is signed, in wire order. Immutable.
 *
 * @param fields decoded values; blanks allowed (they travel, but are not signed)
 */
public record AlipayForm(Map<String, String> fields) {

  public AlipayForm {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** This form with one field set. */
  public AlipayForm with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(fields);
    changed.put(name, value);
    return new AlipayForm(changed);
  }

  /** This form without one field. */
  public AlipayForm without(String name) {
    Map<String, String> changed = new LinkedHashMap<>(fields);
    changed.remove(name);
    return new AlipayForm(changed);
  }

  /** The charset named by the field {@code charset}; UTF-8 when there is none. */
  public Charset charset() {
    String name = fields.get("charset");
    return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
  }

  /**
   * The text that is signed: {@code sign}, {@code sign_type} and blank values dropped, sorted by
   * name, {@code name=value} joined with {@code &}, nothing escaped.
   */
  public String canonical() {
    StringBuilder text = new StringBuilder(1024);
    new TreeMap<>(fields)
        .forEach(
            (name, value) -> {
              if (!name.equals("sign") && !name.equals("sign_type") && !value.isBlank()) {
                text.append(text.isEmpty() ? "" : "&").append(name).append('=').append(value);
              }
            });
    return text.toString();
  }

  /** The form-encoded body in {@link #charset()}. */
  byte[] encoded() {
    StringBuilder text = new StringBuilder(2048);
    fields.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, charset())));
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
