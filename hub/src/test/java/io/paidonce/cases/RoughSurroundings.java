package io.paidonce.cases;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.util.HtmlUtils;

/**
 * What applications put around their controllers, and what has spoilt notifications there: filters
 * that read the body or escape parameters, and an envelope around every answer.
 */
@Configuration(proxyBeanMethods = false)
class RoughSurroundings {

  private static final String NOTIFY = "/notify/";

  @Bean
  FilterRegistrationBean<Filter> readsTheBody() {
    return early(
        Integer.MIN_VALUE + 1,
        (request, response, chain) -> {
          if (isNotification(request)) {
            request.getInputStream().readAllBytes();
          }
          chain.doFilter(request, response);
        });
  }

  @Bean
  FilterRegistrationBean<Filter> asksForParameters() {
    return early(
        0,
        (request, response, chain) -> {
          request.setCharacterEncoding("ISO-8859-1");
          if (request.getParameter("sign") == null) {
            request.getParameterMap();
          }
          chain.doFilter(request, response);
        });
  }

  @Bean
  FilterRegistrationBean<Filter> escapesParameters() {
    return early(
        Integer.MIN_VALUE + 2,
        (request, response, chain) ->
            chain.doFilter(new Escaped((HttpServletRequest) request), response));
  }

  private static FilterRegistrationBean<Filter> early(int order, Around around) {
    FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(around::filter);
    registration.addUrlPatterns("/*");
    registration.setOrder(order);
    registration.setAsyncSupported(true);
    return registration;
  }

  private static boolean isNotification(ServletRequest request) {
    return ((HttpServletRequest) request).getRequestURI().startsWith(NOTIFY);
  }

  private interface Around {
    void filter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException;
  }

  private static final class Escaped extends HttpServletRequestWrapper {
    Escaped(HttpServletRequest request) {
      super(request);
    }

    @Override
    public @Nullable String getParameter(String name) {
      String value = super.getParameter(name);
      return value == null ? null : HtmlUtils.htmlEscape(value);
    }
  }

  /** Wraps whatever a controller answers, except to the client of these tests. */
  @RestControllerAdvice
  static class Envelope implements ResponseBodyAdvice<Object> {
    @Override
    public boolean supports(
        MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
      return true;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
        @Nullable Object body,
        MethodParameter returnType,
        MediaType selectedContentType,
        Class<? extends HttpMessageConverter<?>> selectedConverterType,
        ServerHttpRequest request,
        ServerHttpResponse response) {
      return request.getURI().getPath().startsWith("/api/")
          ? body
          : Map.of("code", 0, "data", body == null ? "" : body);
    }
  }
}
