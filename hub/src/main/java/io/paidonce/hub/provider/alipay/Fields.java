package io.paidonce.hub.provider.alipay;

import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Refusal;
import org.jspecify.annotations.Nullable;

/** Named texts, be they of a notification's form or of an answer's JSON. */
interface Fields {

  /** The field's text; null if it is absent or blank, which Alipay treats alike. */
  @Nullable String text(String name);

  /** A field that must be there. */
  default String required(String name) throws NotBelieved {
    String text = text(name);
    if (text == null) {
      throw new NotBelieved(Refusal.MALFORMED, "no " + name);
    }
    return text;
  }
}
