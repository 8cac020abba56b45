package io.paidonce.hub.entitlement;

import org.jspecify.annotations.Nullable;

/**
 * A double entry: {@code amount} of an asset moves from one account to another, for one cause.
 *
 * <p>A user's account has a balance row; every other account is only the sum of its entries, so the
 * busiest account of all, the provider's, is no row to fight over.
 *
 * @param cause the business key; posted at most once
 * @param amount moved from {@code from} to {@code to}; positive
 * @param userId whose account is meant by {@link #USER}; null if neither side is a user
 */
public record Posting(
    String cause,
    String asset,
    String from,
    String to,
    long amount,
    @Nullable String userId,
    @Nullable String orderNo) {

  /** The account of {@link #userId}. */
  public static final String USER = "user";

  /** Where granted assets come from and taken ones go. */
  public static final String ISSUED = "issued";

  /** Where used assets go. */
  public static final String USED = "used";

  /** What was earned. */
  public static final String SALES = "sales";

  /** Money that arrived and belongs to nothing yet. */
  public static final String UNAPPLIED = "unapplied";

  public Posting {
    if (amount <= 0) {
      throw new IllegalArgumentException("a posting moves a positive amount: " + cause);
    }
    if (userId == null && (from.equals(USER) || to.equals(USER))) {
      throw new IllegalArgumentException("a posting to a user names the user: " + cause);
    }
  }
}
