package io.paidonce.simulator;

/** A provider's way of speaking: how it signs, what it calls a success, when it repeats. */
public enum Dialect {
  ALIPAY("alipay"),
  WECHATPAY("wechatpay"),
  WECHATPAY_V2("wechatpay-v2");

  private final String label;

  Dialect(String label) {
    this.label = label;
  }

  /** The name used in hub configuration, tables and requests. */
  public String label() {
    return label;
  }

  /**
   * The dialect of this {@link #label()}.
   *
   * @throws IllegalArgumentException for any other text; the message lists the known ones
   */
  public static Dialect ofLabel(String label) {
    for (Dialect dialect : values()) {
      if (dialect.label.equals(label)) {
        return dialect;
      }
    }
    throw new IllegalArgumentException(
        "unknown dialect " + label + "; known: alipay, wechatpay, wechatpay-v2");
  }
}
