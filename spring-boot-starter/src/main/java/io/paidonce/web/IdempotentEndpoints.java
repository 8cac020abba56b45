package io.paidonce.web;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.http.server.RequestPath;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * The handlers with {@link IdempotentRequest}, found when the application starts; what cannot work
 * stops the start.
 */
final class IdempotentEndpoints implements SmartInitializingSingleton {

  /**
   * Where a request goes.
   *
   * @param pattern that the path matched
   */
  record Match(Method handler, IdempotentEndpoint endpoint, String pattern, RequestPath path) {}

  private record Place(Method method, Class<?> type) {

    static Place of(HandlerMethod handler) {
      return new Place(handler.getMethod(), handler.getBeanType());
    }
  }

  private final Map<Place, IdempotentEndpoint> known = new ConcurrentHashMap<>();
  private final Map<Place, Boolean> annotated = new ConcurrentHashMap<>();
  private final Supplier<List<RequestMappingHandlerMapping>> source;
  private final Runnable whenAny;
  private volatile List<RequestMappingHandlerMapping> mappings = List.of();

  /**
   * Endpoints of these mappings.
   *
   * @param whenAny called at the start if there is one, to fail early if a part is missing
   */
  IdempotentEndpoints(Supplier<List<RequestMappingHandlerMapping>> source, Runnable whenAny) {
    this.source = source;
    this.whenAny = whenAny;
  }

  @Override
  public void afterSingletonsInstantiated() {
    mappings = source.get();
    for (RequestMappingHandlerMapping mapping : mappings) {
      mapping
          .getHandlerMethods()
          .forEach(
              (info, handler) -> {
                IdempotentEndpoint endpoint =
                    IdempotentEndpoint.of(handler, info.getMethodsCondition().getMethods());
                if (endpoint != null) {
                  known.put(Place.of(handler), endpoint);
                }
              });
    }
    if (!known.isEmpty()) {
      whenAny.run();
    }
  }

  /** Whether there is any. */
  boolean any() {
    return !known.isEmpty();
  }

  /** Whether this handler is annotated, be it known from the start or added since. */
  boolean covers(HandlerMethod handler) {
    return annotated.computeIfAbsent(
        Place.of(handler), it -> IdempotentEndpoint.of(handler, Set.of()) != null);
  }

  /** Whether this is one of their methods. */
  boolean known(@Nullable Method method, Class<?> type) {
    return method != null && known.containsKey(new Place(method, type));
  }

  /**
   * Where a request will go, if to one of these; null if elsewhere, or nowhere. The request is left
   * as it was.
   */
  @Nullable Match find(HttpServletRequest request) {
    if (!any() || IdempotentEndpoint.isSafe(request.getMethod())) {
      return null;
    }
    LookupRequest lookup = new LookupRequest(request);
    RequestPath path = ServletRequestPathUtils.parseAndCache(lookup);
    HandlerMethod handler = handler(lookup);
    IdempotentEndpoint endpoint = handler == null ? null : known.get(Place.of(handler));
    if (handler == null || endpoint == null) {
      return null;
    }
    Object pattern = lookup.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
    return new Match(handler.getMethod(), endpoint, String.valueOf(pattern), path);
  }

  private @Nullable HandlerMethod handler(LookupRequest request) {
    for (RequestMappingHandlerMapping mapping : mappings) {
      try {
        HandlerExecutionChain chain = mapping.getHandler(request);
        if (chain != null) {
          return chain.getHandler() instanceof HandlerMethod handler ? handler : null;
        }
      } catch (Exception e) {
        // No handler takes this method or type; the servlet will find the same and say so.
        return null;
      }
    }
    return null;
  }
}
