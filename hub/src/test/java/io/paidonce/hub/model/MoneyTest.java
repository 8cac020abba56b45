package io.paidonce.hub.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Seeds;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTest {

  @ParameterizedTest
  @CsvSource({
    "0.29, CNY, 29",
    "1.13, CNY, 113",
    "88.8, CNY, 8880",
    "10, CNY, 1000",
    "10.0, CNY, 1000",
    "10.00, CNY, 1000",
    "10.000000, CNY, 1000",
    "0, CNY, 0",
    "0.00, CNY, 0",
    "007.10, CNY, 710",
    "80, JPY, 80",
    "80.00, JPY, 80",
    "1, KWD, 1000",
    "0.015, KWD, 15",
    "999999999999999, CNY, 99999999999999900"
  })
  void decimalTextIsReadExactly(String text, String currency, long minor) { // C74, C76, S26
    assertThat(Money.parse(text, currency)).isEqualTo(new Money(minor, currency));
  }

  @ParameterizedTest
  @CsvSource({"0.015, CNY", "10.001, CNY", "80.5, JPY", "0.0001, KWD"})
  void moreDecimalsThanTheCurrencyHasAreRefused(String text, String currency) { // C74, C76
    assertThatThrownBy(() -> Money.parse(text, currency))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("more decimals than " + currency + " has");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1E+1",
        "1e1",
        " 10.00",
        "10.00 ",
        "10.00\n",
        "+1",
        "-1",
        "-0",
        "１０",
        "١٠",
        "1,000",
        "1_000",
        "10.",
        ".5",
        "10.0000000",
        "0x10",
        "NaN",
        "Infinity",
        "10.0.0",
        "10 00",
        "1000000000000000",
        "99999999999999999999",
        "1\u0000"
      })
  void whatIsNoPlainDecimalIsRefused(String text) { // S26
    assertThatThrownBy(() -> Money.parse(text, "CNY"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a plain decimal amount of CNY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cny", "RMB", "XXX", "CNYY", "人民币"})
  void whatIsNoCurrencyWithMinorUnitsIsRefused(String currency) {
    assertThatThrownBy(() -> new Money(1, currency)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Money.parse("1", currency))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAmountIsNeverNegative() {
    assertThatThrownBy(() -> new Money(-1, "CNY")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sumsOverflowLoudlyAndStayWithinACurrency() {
    Money most = new Money(Long.MAX_VALUE, "CNY");
    assertThat(most.plus(Money.zero("CNY"))).isEqualTo(most);
    assertThatThrownBy(() -> most.plus(new Money(1, "CNY")))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> most.plus(Money.zero("JPY")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"29, CNY, 0.29", "0, CNY, 0.00", "80, JPY, 80", "15, KWD, 0.015"})
  void anAmountIsShownWithTheDecimalsOfItsCurrency(long minor, String currency, String text) {
    assertThat(new Money(minor, currency).decimal()).isEqualTo(text);
  }

  @Test
  void whatIsShownIsReadBack() {
    Random random = new Random(Seeds.next("MoneyTest"));
    String[] currencies = {"CNY", "JPY", "KWD", "USD"};
    for (int n = Counts.of(2_000, 50_000); n > 0; n--) {
      Money money = new Money(random.nextLong(1_000_000_000_000L), currencies[random.nextInt(4)]);
      assertThat(Money.parse(money.decimal(), money.currency())).isEqualTo(money);
      assertThat(new BigDecimal(money.decimal()).signum()).isNotNegative();
    }
  }
}
