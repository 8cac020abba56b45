package io.paidonce.hub.provider;

import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON as a tree: fields we do not know are left alone, a field written twice or text after
 * the end is refused, because two readers could then see two messages.
 */
public final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  private Json() {}

  /** The text of an object with these members, in their order. */
  public static String text(Map<String, ?> object) {
    return MAPPER.writeValueAsString(object);
  }

  /** The object these bytes hold. */
  public static JsonNode object(byte[] bytes, String what) throws NotBelieved {
    JsonNode node;
    try {
      node = MAPPER.readTree(bytes);
    } catch (JacksonException e) {
      throw new NotBelieved(Refusal.MALFORMED, what + " is not JSON");
    }
    if (node == null || !node.isObject()) {
      throw new NotBelieved(Refusal.MALFORMED, what + " is not a JSON object");
    }
    return node;
  }

  /**
   * The bytes of one member's value as they stand, found by the offsets of the tokens: what is
   * signed is this text and no other writing of it.
   *
   * @param bytes an object that {@link #object} has taken
   * @param member whose value is an object
   */
  public static byte[] bytesOf(byte[] bytes, String member) throws NotBelieved {
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean wanted = parser.currentName().equals(member);
        boolean object = parser.nextToken() == JsonToken.START_OBJECT;
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int end = (int) parser.currentLocation().getByteOffset();
        if (wanted && object && isObject(bytes, start, end)) {
          return Arrays.copyOfRange(bytes, start, end);
        }
      }
    } catch (JacksonException e) {
      throw new NotBelieved(Refusal.MALFORMED, "not JSON");
    }
    throw new NotBelieved(Refusal.MALFORMED, "no object " + member);
  }

  /** Encodings other than UTF-8, which the parser would guess, have other offsets. */
  private static boolean isObject(byte[] bytes, int start, int end) {
    return start >= 0
        && end > start
        && end <= bytes.length
        && bytes[start] == '{'
        && bytes[end - 1] == '}';
  }

  /** The scalar's text; null if it is absent, null, blank, or not a scalar. */
  public static @Nullable String text(JsonNode object, String name) {
    JsonNode node = object.get(name);
    if (node == null || node.isNull() || node.isContainer()) {
      return null;
    }
    String text = node.asString();
    return text.isBlank() ? null : text;
  }

  /** A field that must be there. */
  public static String required(JsonNode object, String name) throws NotBelieved {
    String text = text(object, name);
    if (text == null) {
      throw new NotBelieved(Refusal.MALFORMED, "no " + name);
    }
    return text;
  }

  /** A whole number that is not negative, as a number or as digits; null if absent. */
  public static @Nullable Long whole(JsonNode object, String name) throws NotBelieved {
    JsonNode node = object.get(name);
    if (node == null || node.isNull()) {
      return null;
    }
    String text = node.isIntegralNumber() || node.isString() ? node.asString() : "";
    if (!DIGITS.matcher(text).matches()) {
      throw new NotBelieved(Refusal.MALFORMED, name + " is not a whole number");
    }
    return Long.valueOf(text);
  }
}
