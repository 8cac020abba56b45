package io.paidonce.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request to ask mappings about: what they note down on it stays here. */
final class LookupRequest extends HttpServletRequestWrapper {

  private final Map<String, Optional<Object>> attributes = new HashMap<>();

  LookupRequest(HttpServletRequest request) {
    super(request);
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    Optional<Object> own = attributes.get(name);
    return own == null ? super.getAttribute(name) : own.orElse(null);
  }

  @Override
  public void setAttribute(String name, @Nullable Object value) {
    attributes.put(name, Optional.ofNullable(value));
  }

  @Override
  public void removeAttribute(String name) {
    attributes.put(name, Optional.empty());
  }
}
