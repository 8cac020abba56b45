package io.paidonce.hub.wiring;

import com.zaxxer.hikari.HikariDataSource;
import io.paidonce.hub.model.SqlDialect;
import javax.sql.DataSource;
import org.springframework.boot.flyway.autoconfigure.FlywayConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The database, its dialect and its migrations. */
@Configuration(proxyBeanMethods = false)
class DatabaseWiring {

  @Bean
  HikariDataSource dataSource(Environment environment) {
    HikariDataSource source =
        Database.open(
            environment.getProperty(Database.URL),
            environment.getProperty("spring.datasource.username"),
            environment.getProperty("spring.datasource.password"),
            environment.getProperty(
                "spring.datasource.hikari.maximum-pool-size", Integer.class, 10));
    try {
      Database.requireTrueCounts(source, Database.dialect(source.getJdbcUrl()));
      return source;
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  @Bean
  SqlDialect sqlDialect(DataSource source) {
    return Database.dialect(((HikariDataSource) source).getJdbcUrl());
  }

  @Bean
  SQLExceptionTranslator lockTimeouts() {
    return new LockTimeouts();
  }

  @Bean
  FlywayConfigurationCustomizer migrations(SqlDialect dialect) {
    return flyway -> flyway.locations(dialect.migrations());
  }

  @Bean
  TransactionTemplate transactionTemplate(PlatformTransactionManager manager) {
    TransactionTemplate template = new TransactionTemplate(manager);
    template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    return template;
  }
}
