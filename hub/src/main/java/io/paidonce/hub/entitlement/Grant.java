package io.paidonce.hub.entitlement;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entitlement given because an order was paid; unique by order, type and period.
 *
 * @param type {@code balance:<asset>} or {@code subscription:<name>}
 * @param period the period of a subscription, else {@code once}
 * @param asset the balance that grew; null for a subscription
 * @param amount what was given
 * @param taken what refunds have taken back of it
 */
public record Grant(
    String orderNo,
    String type,
    String period,
    String userId,
    @Nullable String asset,
    long amount,
    long taken,
    Instant grantedAt,
    long version) {

  /** The same grant with this much taken back. */
  public Grant withTaken(long nowTaken) {
    return new Grant(orderNo, type, period, userId, asset, amount, nowTaken, grantedAt, version);
  }

  /** Its business key. */
  public String key() {
    return orderNo + ":" + type + ":" + period;
  }
}
