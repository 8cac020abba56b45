package io.paidonce.web;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON by Jackson, with settings of its own: the application's may lose digits or members. */
final class JacksonContent implements JsonContent {

  private final JsonMapper mapper =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  @Override
  public @Nullable Object read(byte[] bytes, @Nullable Charset charset) {
    try {
      return charset == null
          ? mapper.readValue(bytes, Object.class)
          : mapper.readValue(text(bytes, charset), Object.class);
    } catch (JacksonException | CharacterCodingException e) {
      throw new IllegalArgumentException("not JSON that can be compared", e);
    }
  }

  /** A decoder of this kind refuses what it cannot read, so that no two texts become one. */
  private static String text(byte[] bytes, Charset charset) throws CharacterCodingException {
    return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
