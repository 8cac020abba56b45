package io.paidonce.hub.provider.wechatpayv2;

import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Refusal;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The elements of one v2 message, read one by one; blank is absent. */
record Elements(Map<String, String> byName) {

  private static final Pattern FEN = Pattern.compile("[0-9]{1,15}");

  @Nullable String text(String name) {
    String text = byName.get(name);
    return text == null || text.isBlank() ? null : text;
  }

  String required(String name) throws NotBelieved {
    String text = text(name);
    if (text == null) {
      throw new NotBelieved(Refusal.MALFORMED, "no " + name);
    }
    return text;
  }

  /** An amount in minor units of the currency that another element tells, CNY by default. */
  Money money(String name, String currencyName) throws NotBelieved {
    String amount = required(name);
    String currency = text(currencyName);
    try {
      if (FEN.matcher(amount).matches()) {
        return new Money(Long.parseLong(amount), currency == null ? "CNY" : currency);
      }
    } catch (IllegalArgumentException e) {
      throw new NotBelieved(Refusal.MALFORMED, currencyName + " is no currency");
    }
    throw new NotBelieved(Refusal.MALFORMED, name + " is not a whole number");
  }
}
