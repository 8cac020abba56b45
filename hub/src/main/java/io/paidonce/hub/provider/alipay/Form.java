package io.paidonce.hub.provider.alipay;

import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Refusal;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A form as its sender encoded it: each field decoded exactly once, by the charset the form itself
 * names. What is signed are the decoded bytes, so no charset can blur them.
 *
 * <p>Refused: a malformed percent sequence, bytes that are no text of the charset, a name that
 * comes twice, another charset than those Alipay writes, more than {@value #FIELDS_MAX} fields.
 */
final class Form implements Fields {

  static final int FIELDS_MAX = 256;

  private static final Map<String, Charset> CHARSETS =
      Map.of(
          "utf-8", StandardCharsets.UTF_8,
          "gbk", Charset.forName("GBK"),
          "gb2312", Charset.forName("GBK"),
          "gb18030", Charset.forName("GB18030"));

  /** One field: its text, and the bytes that are signed. */
  private record Field(String text, byte[] name, byte[] value) {}

  private final TreeMap<String, Field> fields = new TreeMap<>();

  private Form() {}

  static Form read(byte[] body) throws NotBelieved {
    List<byte[][]> pairs = pairs(body);
    Charset charset = charset(pairs);
    Form form = new Form();
    for (byte[][] pair : pairs) {
      String name = text(pair[0], charset);
      Field field = new Field(text(pair[1], charset), pair[0], pair[1]);
      if (form.fields.put(name, field) != null) {
        throw new NotBelieved(
            Refusal.MALFORMED, "field " + NotBelieved.shown(name) + " comes twice");
      }
    }
    return form;
  }

  /** The field's text; null if it is absent or blank, which Alipay treats alike. */
  @Override
  public @Nullable String text(String name) {
    Field field = fields.get(name);
    return field == null || field.text().isBlank() ? null : field.text();
  }

  /**
   * The canonical bytes: {@code name=value} by name, joined by {@code &}, without blank fields and
   * {@code sign}.
   *
   * @param withSignType whether {@code sign_type} is signed too, as in messages but not in trades
   */
  byte[] signed(boolean withSignType) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(2048);
    fields.forEach(
        (name, field) -> {
          boolean left = name.equals("sign") || (name.equals("sign_type") && !withSignType);
          if (left || name.isBlank() || field.text().isBlank()) {
            return;
          }
          if (out.size() > 0) {
            out.write('&');
          }
          out.writeBytes(field.name());
          out.write('=');
          out.writeBytes(field.value());
        });
    return out.toByteArray();
  }

  private static List<byte[][]> pairs(byte[] body) throws NotBelieved {
    List<byte[][]> pairs = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= body.length; i++) {
      if (i < body.length && body[i] != '&') {
        continue;
      }
      if (i > start) {
        pairs.add(pair(body, start, i));
      }
      start = i + 1;
    }
    if (pairs.isEmpty() || pairs.size() > FIELDS_MAX) {
      throw new NotBelieved(Refusal.MALFORMED, "a form of " + pairs.size() + " fields");
    }
    return pairs;
  }

  private static byte[][] pair(byte[] body, int start, int end) throws NotBelieved {
    int equals = start;
    while (equals < end && body[equals] != '=') {
      equals++;
    }
    return new byte[][] {
      decoded(body, start, equals), decoded(body, Math.min(equals + 1, end), end)
    };
  }

  private static byte[] decoded(byte[] body, int start, int end) throws NotBelieved {
    ByteArrayOutputStream out = new ByteArrayOutputStream(end - start);
    for (int i = start; i < end; i++) {
      if (body[i] == '+') {
        out.write(' ');
      } else if (body[i] != '%') {
        out.write(body[i]);
      } else {
        int high = i + 2 < end ? hex(body[i + 1]) : -1;
        int low = i + 2 < end ? hex(body[i + 2]) : -1;
        if (high < 0 || low < 0) {
          throw new NotBelieved(Refusal.MALFORMED, "a percent sequence is not two hex digits");
        }
        out.write(high << 4 | low);
        i += 2;
      }
    }
    return out.toByteArray();
  }

  private static int hex(byte digit) {
    return digit < 0 ? -1 : Character.digit(digit, 16);
  }

  private static Charset charset(List<byte[][]> pairs) throws NotBelieved {
    for (byte[][] pair : pairs) {
      if (new String(pair[0], StandardCharsets.ISO_8859_1).equals("charset")) {
        String name = new String(pair[1], StandardCharsets.ISO_8859_1);
        Charset charset = CHARSETS.get(name.toLowerCase(Locale.ROOT));
        if (charset == null) {
          throw new NotBelieved(
              Refusal.MALFORMED, "charset " + NotBelieved.shown(name) + " is not one of Alipay's");
        }
        return charset;
      }
    }
    return StandardCharsets.UTF_8;
  }

  private static String text(byte[] bytes, Charset charset) throws NotBelieved {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new NotBelieved(Refusal.MALFORMED, "bytes that are no text in " + charset);
    }
  }
}
