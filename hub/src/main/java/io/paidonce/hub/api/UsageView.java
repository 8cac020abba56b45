package io.paidonce.hub.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.paidonce.hub.entitlement.Deduction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A deduction as the API answers it.
 *
 * @param balance what the account has left
 */
record UsageView(Outcome outcome, long balance) {

  /** What became of a usage. CONFLICT and INVALID are outcomes of a batch's item only. */
  enum Outcome {
    DEDUCTED,
    INSUFFICIENT,
    CONFLICT,
    INVALID
  }

  /**
   * One answer of a batch, at the place of its item.
   *
   * @param detail what is wrong with the item
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Item(
      @Nullable String requestId,
      Outcome outcome,
      @Nullable Long balance,
      @Nullable String detail) {

    static Item invalid(@Nullable String requestId, String detail) {
      return new Item(requestId, Outcome.INVALID, null, detail);
    }

    static Item of(String requestId, Deduction deduction) {
      return deduction.fold(
          deducted -> new Item(requestId, Outcome.DEDUCTED, deducted.balance(), null),
          insufficient -> new Item(requestId, Outcome.INSUFFICIENT, insufficient.balance(), null),
          conflict ->
              new Item(requestId, Outcome.CONFLICT, null, "the id belongs to another deduction"));
    }
  }

  /** The answers of a batch. */
  record Batch(List<Item> items) {}

  /**
   * One deduction.
   *
   * @throws Problem if the id belongs to another deduction
   */
  static UsageView of(String requestId, Deduction deduction) {
    return deduction.fold(
        deducted -> new UsageView(Outcome.DEDUCTED, deducted.balance()),
        insufficient -> new UsageView(Outcome.INSUFFICIENT, insufficient.balance()),
        conflict -> {
          throw new Problem(
              Problem.Code.REQUEST_ID_TAKEN,
              "request " + requestId + " was deducted with another user, asset or amount");
        });
  }
}
