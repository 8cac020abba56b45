package io.paidonce.spring;

import io.paidonce.FormTokenCheck;
import io.paidonce.IdempotencyStore;
import org.jspecify.annotations.Nullable;

/**
 * The stores this application has.
 *
 * @param redis claims in Redis, or in memory where that was asked for
 * @param lease claims in the database
 * @param record records in the transaction of the database
 * @param form the form token of this thread's request, where there are any
 */
record Stores(
    @Nullable IdempotencyStore redis,
    @Nullable IdempotencyStore lease,
    @Nullable IdempotencyStore record,
    @Nullable FormTokenCheck form) {

  /** Bean name of the claims in Redis. */
  static final String REDIS = "redisLeaseStore";

  /** Bean name of the claims in the database. */
  static final String LEASE = "jdbcLeaseStore";

  /** Bean name of the records in transactions. */
  static final String RECORD = "jdbcRecordStore";

  /** Bean name of the claims in memory. */
  static final String MEMORY = "memoryLeaseStore";

  IdempotencyStore redis(String who) {
    return required(
        redis,
        who,
        "strategy REDIS",
        "set spring.data.redis.* and add spring-boot-starter-data-redis, or, for one process only,"
            + " paidonce.idempotency.memory=true");
  }

  IdempotencyStore lease(String who) {
    return required(
        lease,
        who,
        "strategy UNIQUE with mode LEASE",
        "set spring.datasource.* and add spring-boot-starter-jdbc");
  }

  IdempotencyStore record(String who) {
    return required(
        record,
        who,
        "strategy UNIQUE",
        "set spring.datasource.* and add spring-boot-starter-jdbc; its record is in the"
            + " transaction of the database, which neither Redis nor memory can join");
  }

  FormTokenCheck form(String who) {
    return required(
        form,
        who,
        "strategy TOKEN",
        "it needs Spring MVC, and spring.datasource.*, spring.data.redis.* or, for one process"
            + " only, paidonce.idempotency.memory=true; and"
            + " paidonce.idempotency.web.tokens.enabled must not be false");
  }

  private static <T> T required(@Nullable T store, String who, String what, String advice) {
    if (store == null) {
      throw new IllegalStateException(
          who + " has " + what + ", and there is no store for it: " + advice);
    }
    return store;
  }
}
