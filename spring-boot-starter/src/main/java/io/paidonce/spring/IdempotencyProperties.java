package io.paidonce.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be set for all idempotent methods.
 *
 * @param memory whether claims of strategy REDIS are kept in the memory of this process, for tests
 *     and for applications of one process; all is forgotten when it ends
 * @param order of the claim among other advice: below it is outside. The transaction's order must
 *     be above it
 * @param node what this process' claims are marked with; by default the host and process id
 */
@ConfigurationProperties("paidonce.idempotency")
record IdempotencyProperties(
    @DefaultValue("false") boolean memory,
    @DefaultValue("2147482647") int order,
    @Nullable String node) {}
