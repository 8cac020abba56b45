package io.paidonce.jdbc;

import io.paidonce.FormTokens;
import io.paidonce.IdempotencyStore;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** Records in the application's database, as leases and in its transactions. */
@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass(DataSourceUtils.class)
@ConditionalOnSingleCandidate(DataSource.class)
@EnableConfigurationProperties(JdbcProperties.class)
public class JdbcIdempotencyAutoConfiguration {

  private static final String SCRIPT = "schema";

  @Bean(name = "jdbcLeaseStore")
  @ConditionalOnMissingBean(name = "jdbcLeaseStore")
  IdempotencyStore jdbcLeaseStore(DataSource database, JdbcProperties properties) {
    initialize(database, properties);
    return JdbcIdempotencyStore.leasing(database, properties.queryTimeout());
  }

  @Bean(name = "jdbcRecordStore")
  @ConditionalOnMissingBean(name = "jdbcRecordStore")
  IdempotencyStore jdbcRecordStore(DataSource database, JdbcProperties properties) {
    initialize(database, properties);
    return JdbcIdempotencyStore.atomic(database, properties.queryTimeout());
  }

  @Bean
  Purge idempotencyPurge(DataSource database, JdbcProperties properties) {
    IdempotencyStore store = JdbcIdempotencyStore.leasing(database, properties.queryTimeout());
    return new Purge("records", store::purge, properties.purgeEvery());
  }

  /** Where forms can be: in a web application that has not switched them off. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnProperty(name = "paidonce.idempotency.web.tokens.enabled", matchIfMissing = true)
  @ConditionalOnMissingBean(FormTokens.class)
  static class FormTokenConfiguration {

    @Bean
    JdbcFormTokens jdbcFormTokens(DataSource database, JdbcProperties properties) {
      initialize(database, properties);
      return JdbcFormTokens.in(database, properties.queryTimeout());
    }

    @Bean
    Purge formTokenPurge(JdbcFormTokens tokens, JdbcProperties properties) {
      return new Purge("form tokens", tokens::purge, properties.purgeEvery());
    }
  }

  private static void initialize(DataSource database, JdbcProperties properties) {
    if (properties.initializeSchema() != JdbcProperties.Schema.NEVER) {
      Schema.initialize(
          database, SCRIPT, properties.initializeSchema() == JdbcProperties.Schema.EMBEDDED);
    }
  }
}
