package io.paidonce.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Arguments as a JSON array. */
final class JacksonArguments implements ArgumentReader {

  private final JsonMapper mapper = JsonMapper.builder().build();

  @Override
  public @Nullable Object[] read(String array, Method method) {
    try {
      JsonNode elements = mapper.readTree(array);
      Type[] types = method.getGenericParameterTypes();
      if (!elements.isArray() || elements.size() != types.length) {
        throw new IllegalArgumentException(
            "give the "
                + types.length
                + " arguments of "
                + Methods.name(method)
                + " as a JSON array");
      }
      @Nullable Object[] arguments = new @Nullable Object[types.length];
      for (int i = 0; i < types.length; i++) {
        arguments[i] =
            mapper.readValue(mapper.treeAsTokens(elements.get(i)), mapper.constructType(types[i]));
      }
      return arguments;
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "an argument is not of the type that " + Methods.name(method) + " has", e);
    }
  }
}
