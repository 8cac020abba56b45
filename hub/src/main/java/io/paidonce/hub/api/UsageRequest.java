package io.paidonce.hub.api;

import io.paidonce.hub.entitlement.Usage;
import org.jspecify.annotations.Nullable;

/** The body of a request to deduct usage. */
record UsageRequest(
    @Nullable String requestId,
    @Nullable String userId,
    @Nullable String asset,
    @Nullable Long amount,
    @Nullable String model,
    @Nullable String batch) {

  /**
   * What it asks for.
   *
   * @throws Usage.Malformed if it is no usage
   */
  Usage usage() {
    return Usage.of(requestId, userId, asset, amount, model, batch);
  }
}
