package io.paidonce.jdbc;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How records are kept in the database.
 *
 * @param initializeSchema whether the table is made at the start: in embedded databases only,
 *     always, or never
 * @param queryTimeout how long a statement may take before the database counts as unavailable
 * @param purgeEvery how often records past their time are removed; zero for never by this process
 */
@ConfigurationProperties("paidonce.idempotency.jdbc")
record JdbcProperties(
    @DefaultValue("EMBEDDED") Schema initializeSchema,
    @DefaultValue("2s") Duration queryTimeout,
    @DefaultValue("10m") Duration purgeEvery) {

  enum Schema {
    NEVER,
    EMBEDDED,
    ALWAYS
  }
}
