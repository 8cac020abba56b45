package io.paidonce.web;

import jakarta.servlet.ServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.MethodParameter;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.HandlerMethodReturnValueHandlerComposite;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Notes that an idempotent handler has returned without an error, before its answer is written:
 * what goes wrong from then on, such as a value that cannot be written as JSON, comes after the
 * effect.
 */
final class ReturnedMark implements HandlerMethodReturnValueHandler {

  private static final String NAME = ReturnedMark.class.getName();

  private final IdempotentEndpoints endpoints;
  private final HandlerMethodReturnValueHandlerComposite behind =
      new HandlerMethodReturnValueHandlerComposite();

  private ReturnedMark(
      IdempotentEndpoints endpoints, List<HandlerMethodReturnValueHandler> behind) {
    this.endpoints = endpoints;
    this.behind.addHandlers(behind);
  }

  /** Puts one in front of all that write answers. */
  static SmartInitializingSingleton inFrontOf(
      Supplier<List<RequestMappingHandlerAdapter>> adapters, IdempotentEndpoints endpoints) {
    return () ->
        adapters
            .get()
            .forEach(
                adapter -> {
                  List<HandlerMethodReturnValueHandler> known = adapter.getReturnValueHandlers();
                  if (known != null) {
                    List<HandlerMethodReturnValueHandler> all = new ArrayList<>();
                    all.add(new ReturnedMark(endpoints, known));
                    all.addAll(known);
                    adapter.setReturnValueHandlers(all);
                  }
                });
  }

  static boolean isSet(ServletRequest request) {
    return request.getAttribute(NAME) != null;
  }

  static void clear(ServletRequest request) {
    request.removeAttribute(NAME);
  }

  @Override
  public boolean supportsReturnType(MethodParameter returnType) {
    return endpoints.known(returnType.getMethod(), returnType.getContainingClass());
  }

  @Override
  public void handleReturnValue(
      @Nullable Object value,
      MethodParameter returnType,
      ModelAndViewContainer container,
      NativeWebRequest request)
      throws Exception {
    if (status(value, request) < 400) {
      request.setAttribute(NAME, true, RequestAttributes.SCOPE_REQUEST);
    }
    behind.handleReturnValue(value, returnType, container, request);
  }

  private static int status(@Nullable Object value, NativeWebRequest request) {
    if (value instanceof ResponseEntity<?> entity) {
      return entity.getStatusCode().value();
    }
    if (value instanceof ErrorResponse error) {
      return error.getStatusCode().value();
    }
    if (value instanceof ProblemDetail problem) {
      return problem.getStatus();
    }
    jakarta.servlet.http.HttpServletResponse response =
        request.getNativeResponse(jakarta.servlet.http.HttpServletResponse.class);
    return response == null ? 200 : response.getStatus();
  }
}
