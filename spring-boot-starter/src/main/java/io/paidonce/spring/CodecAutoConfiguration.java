package io.paidonce.spring;

import io.paidonce.ResultCodec;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON, where there is Jackson; a codec of the application's own is asked first. */
@AutoConfiguration(before = IdempotencyAutoConfiguration.class)
@ConditionalOnClass(JsonMapper.class)
public class CodecAutoConfiguration {

  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  ResultCodec jacksonResultCodec() {
    return new JacksonCodec();
  }

  @Bean
  ArgumentReader jacksonArguments() {
    return new JacksonArguments();
  }
}
