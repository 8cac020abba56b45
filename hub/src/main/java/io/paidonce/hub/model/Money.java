package io.paidonce.hub.model;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;

/**
 * An amount of one currency in minor units (fen, cents; whole yen).
 *
 * <p>The exponent is the currency's own (ISO 4217), so 80 JPY is 80 minor units and 0.80 CNY is 80
 * minor units. Never negative; differences that may be negative are plain {@code long}s.
 */
public record Money(long minor, String currency) {

  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,6})?");

  public Money {
    if (minor < 0) {
      throw new IllegalArgumentException("an amount is never negative: " + minor + " " + currency);
    }
    exponent(currency);
  }

  /** Nothing, in this currency. */
  public static Money zero(String currency) {
    return new Money(0, currency);
  }

  /**
   * Reads a decimal text of major units exactly: {@code 0.29} CNY is 29, {@code 88.8} CNY is 8880.
   *
   * @throws IllegalArgumentException for signs, blanks, exponents, grouping, other digits, or more
   *     decimals than the currency has ({@code 0.015} CNY); trailing zeros are no extra decimals
   */
  public static Money parse(String decimal, String currency) {
    if (!DECIMAL.matcher(decimal).matches()) {
      throw new IllegalArgumentException("not a plain decimal amount of " + currency);
    }
    BigDecimal major = new BigDecimal(decimal);
    try {
      return new Money(
          major.movePointRight(exponent(currency)).stripTrailingZeros().longValueExact(), currency);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("more decimals than " + currency + " has", e);
    }
  }

  /** The amount in major units with the currency's decimals, for people. */
  public String decimal() {
    return BigDecimal.valueOf(minor, exponent(currency)).toPlainString();
  }

  /** This and that together; both must be of one currency. */
  public Money plus(Money other) {
    if (!currency.equals(other.currency)) {
      throw new IllegalArgumentException("cannot add " + other.currency + " to " + currency);
    }
    return new Money(Math.addExact(minor, other.minor), currency);
  }

  private static int exponent(String currency) {
    int digits;
    try {
      digits = Currency.getInstance(currency).getDefaultFractionDigits();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("no ISO 4217 currency: " + currency, e);
    }
    if (digits < 0) {
      throw new IllegalArgumentException("a currency without minor units: " + currency);
    }
    return digits;
  }
}
