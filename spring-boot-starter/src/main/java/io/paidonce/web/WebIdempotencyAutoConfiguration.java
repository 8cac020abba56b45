package io.paidonce.web;

import io.paidonce.FormTokenCheck;
import io.paidonce.FormTokens;
import io.paidonce.IdempotencyTemplate;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.json.JsonMapper;

/** Idempotent requests and form tokens over HTTP, where there is Spring MVC on servlets. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration",
      "io.paidonce.spring.IdempotencyAutoConfiguration",
      "io.paidonce.jdbc.JdbcIdempotencyAutoConfiguration",
      "io.paidonce.redis.RedisIdempotencyAutoConfiguration"
    })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, DispatcherServletRegistrationBean.class})
@EnableConfigurationProperties(WebProperties.class)
public class WebIdempotencyAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  CallerIdentity callerIdentity() {
    return CallerIdentity.principal();
  }

  /** Asks for the template when the first endpoint is found: without any it needs no store. */
  @Bean
  IdempotentEndpoints idempotentEndpoints(
      ObjectProvider<RequestMappingHandlerMapping> mappings,
      ObjectProvider<IdempotencyTemplate> template) {
    return new IdempotentEndpoints(() -> mappings.orderedStream().toList(), template::getObject);
  }

  /** By the servlet's name, so that it comes after all filters that are mapped to paths. */
  @Bean
  FilterRegistrationBean<IdempotencyKeyFilter> idempotencyKeyFilter(
      IdempotentEndpoints endpoints,
      ObjectProvider<IdempotencyTemplate> template,
      ObjectProvider<CallerIdentity> callers,
      ObjectProvider<JsonContent> json,
      ObjectProvider<DispatcherServletRegistrationBean> servlets,
      WebProperties properties) {
    FilterRegistrationBean<IdempotencyKeyFilter> registration =
        new FilterRegistrationBean<>(
            new IdempotencyKeyFilter(
                endpoints,
                template::getObject,
                callers::getObject,
                new RequestReader(properties.requestBytesMax(), json.getIfAvailable()),
                properties.responseBytesMax()));
    List<DispatcherServletRegistrationBean> known = servlets.stream().toList();
    registration.setServletRegistrationBeans(known);
    if (known.isEmpty()) {
      registration.addServletNames("dispatcherServlet");
    }
    registration.setDispatcherTypes(DispatcherType.REQUEST);
    registration.setOrder(Ordered.LOWEST_PRECEDENCE);
    return registration;
  }

  @Bean
  SmartInitializingSingleton idempotentReturnedMark(
      ObjectProvider<RequestMappingHandlerAdapter> adapters, IdempotentEndpoints endpoints) {
    return ReturnedMark.inFrontOf(() -> adapters.stream().toList(), endpoints);
  }

  @Bean
  WebMvcConfigurer idempotentWebGuard(IdempotentEndpoints endpoints) {
    return new WebMvcConfigurer() {
      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new WebGuard(endpoints)).order(Ordered.HIGHEST_PRECEDENCE);
      }
    };
  }

  /** As a {@link FormTokenCheck} it is of use only where there are {@link FormTokens}. */
  @Bean
  FormTokenCarrier formTokenCarrier(
      ObjectProvider<FormTokens> tokens, ObjectProvider<CallerIdentity> callers) {
    return new FormTokenCarrier(tokens::getObject, callers::getObject);
  }

  @Bean
  RefusalAdvice idempotentRefusalAdvice() {
    return new RefusalAdvice();
  }

  /** Tokens for forms. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(FormTokens.class)
  @ConditionalOnProperty(name = "paidonce.idempotency.web.tokens.enabled", matchIfMissing = true)
  static class FormTokenConfiguration {

    @Bean
    FormTokenEndpoint formTokenEndpoint(
        FormTokens tokens, FormTokenCarrier carrier, WebProperties properties) {
      return new FormTokenEndpoint(
          tokens, carrier, properties.tokens().validity(), Clock.systemUTC());
    }
  }

  /** JSON by content, where there is Jackson; else byte by byte. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JsonMapper.class)
  static class JacksonConfiguration {

    @Bean
    JsonContent jacksonJsonContent() {
      return new JacksonContent();
    }
  }
}
