package io.paidonce.spring;

import io.paidonce.ResultCodec;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.stream.BaseStream;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON, by the declared type of the method: lists, records, amounts and times. */
final class JacksonCodec implements ResultCodec {

  private final JsonMapper mapper =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
          .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
          .build();

  @Override
  public String name() {
    return "json";
  }

  @Override
  public boolean handles(Type type) {
    if (type instanceof TypeVariable<?> || type instanceof WildcardType) {
      return false;
    }
    JavaType known = mapper.constructType(type);
    Class<?> raw = known.getRawClass();
    boolean opened =
        InputStream.class.isAssignableFrom(raw)
            || Reader.class.isAssignableFrom(raw)
            || BaseStream.class.isAssignableFrom(raw);
    boolean untyped =
        raw == Object.class
            || known.getBindings().getTypeParameters().stream()
                .anyMatch(it -> it.getRawClass() == Object.class);
    return !opened && !untyped && !raw.getName().startsWith("org.springframework.http.");
  }

  @Override
  public byte[] encode(Object value, Type type) {
    return mapper.writerFor(mapper.constructType(type)).writeValueAsBytes(value);
  }

  @Override
  public Object decode(byte[] bytes, Type type) {
    Object value = mapper.readValue(bytes, mapper.constructType(type));
    if (value == null) {
      throw new IllegalArgumentException("a result that was not null is null");
    }
    return value;
  }
}
