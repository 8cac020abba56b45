package io.paidonce.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Lets no request reach an idempotent handler past its filter, by a forward or because the filter
 * is gone.
 */
final class WebGuard implements HandlerInterceptor {

  private static final String PASSED = WebGuard.class.getName();

  private final IdempotentEndpoints endpoints;

  WebGuard(IdempotentEndpoints endpoints) {
    this.endpoints = endpoints;
  }

  /** Notes that the filter has looked at this request, which is for this handler. */
  static void passed(HttpServletRequest request, Method handler) {
    request.setAttribute(PASSED, handler);
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method
        && !IdempotentEndpoint.isSafe(request.getMethod())
        && endpoints.covers(method)
        && !method.getMethod().equals(request.getAttribute(PASSED))) {
      throw new IllegalStateException(
          "@IdempotentRequest of "
              + method.getShortLogMessage()
              + " is reached past its filter: by a forward, as a handler that was registered after"
              + " the start, or by a test that leaves filters out");
    }
    return true;
  }
}
