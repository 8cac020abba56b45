package io.paidonce.hub.entitlement;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a user has used of an asset, to be deducted once.
 *
 * @param requestId names this usage for ever and to everybody; what upstream calls the request
 * @param amount of the asset, in its own unit; positive
 * @param model what was used, for the comparison with upstream's bill
 * @param batch the bill or run it belongs to, for the same
 */
public record Usage(
    String requestId,
    String userId,
    String asset,
    long amount,
    @Nullable String model,
    @Nullable String batch) {

  static final int REQUEST_ID_LENGTH_MAX = 128;
  private static final int WORD_LENGTH_MAX = 64;
  private static final Pattern REQUEST_ID =
      Pattern.compile("[\\x21-\\x7E]{1," + REQUEST_ID_LENGTH_MAX + "}");

  /** Neither blanks nor what a database would refuse or change: controls and half characters. */
  private static final Pattern WORD = Pattern.compile("[^\\s\\p{Cc}\\p{Cs}]+");

  /** What says that a usage is none; the message names the member. */
  public static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  public Usage {
    if (!REQUEST_ID.matcher(requestId).matches()) {
      throw new Malformed(
          "requestId is 1 to " + REQUEST_ID_LENGTH_MAX + " printable ASCII characters, no blanks");
    }
    word("userId", userId);
    word("asset", asset);
    if (amount <= 0) {
      throw new Malformed("amount is a whole number above zero");
    }
    if (model != null) {
      word("model", model);
    }
    if (batch != null) {
      word("batch", batch);
    }
  }

  /**
   * A usage from what somebody sent.
   *
   * @throws Malformed if a member is missing or is not what it must be
   */
  public static Usage of(
      @Nullable String requestId,
      @Nullable String userId,
      @Nullable String asset,
      @Nullable Long amount,
      @Nullable String model,
      @Nullable String batch) {
    if (amount == null) {
      throw new Malformed("amount is missing");
    }
    return new Usage(
        present("requestId", requestId),
        present("userId", userId),
        present("asset", asset),
        amount,
        model,
        batch);
  }

  /** The business key of its entries. */
  String cause() {
    return "usage:" + requestId;
  }

  EntitlementRepository.Account account() {
    return new EntitlementRepository.Account(userId, asset);
  }

  Posting posting() {
    return new Posting(cause(), asset, Posting.USER, Posting.USED, amount, userId, null);
  }

  /** Whether this asks for the same deduction; what it was used for does not matter. */
  boolean sameDeductionAs(Usage other) {
    return requestId.equals(other.requestId)
        && userId.equals(other.userId)
        && asset.equals(other.asset)
        && amount == other.amount;
  }

  private static String present(String what, @Nullable String value) {
    if (value == null) {
      throw new Malformed(what + " is missing");
    }
    return value;
  }

  private static void word(String what, String value) {
    if (value.length() > WORD_LENGTH_MAX || !WORD.matcher(value).matches()) {
      throw new Malformed(what + " is 1 to " + WORD_LENGTH_MAX + " characters without blanks");
    }
  }
}
