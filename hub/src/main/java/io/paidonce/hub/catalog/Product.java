package io.paidonce.hub.catalog;

import io.paidonce.hub.model.Money;
import org.jspecify.annotations.Nullable;

/**
 * Something we sell.
 *
 * @param grants what a payment gives; null for plain goods
 */
public record Product(String name, Money price, @Nullable Grants grants) {

  /**
   * What one unit gives.
   *
   * @param asset the balance that grows ({@code token}), or the subscription's name
   * @param amount units of the asset; 1 for a subscription
   * @param period ISO 8601 period of a subscription ({@code P1M}); null for a balance
   */
  public record Grants(String asset, long amount, @Nullable String period) {
    public Grants {
      if (amount <= 0) {
        throw new IllegalArgumentException("a product grants a positive amount of " + asset);
      }
    }
  }
}
