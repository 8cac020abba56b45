package io.paidonce.hub.api;

import io.paidonce.hub.model.Money;
import org.jspecify.annotations.Nullable;

/** Money in JSON: {@code {"value": 8880, "currency": "CNY"}}, in minor units. */
record MoneyView(@Nullable Long value, @Nullable String currency) {

  static MoneyView of(Money money) {
    return new MoneyView(money.minor(), money.currency());
  }

  /** The amount, if it is one. */
  Money money() {
    if (value == null || currency == null) {
      throw new Problem(
          Problem.Code.UNPROCESSABLE, "an amount is {\"value\": minor units, \"currency\": code}");
    }
    try {
      return new Money(value, currency);
    } catch (IllegalArgumentException e) {
      throw new Problem(Problem.Code.UNPROCESSABLE, "the amount is not one: " + e.getMessage());
    }
  }
}
