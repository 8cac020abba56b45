package io.paidonce.simulator.story;

/** What the demo's shop sells. */
enum Product {
  TOKENS_1000("tokens-1000", 1_000, 1_000),
  /** A price that does not divide its tokens, so that taking back must round. */
  TOKENS_700("tokens-700", 999, 700),
  PRO_MONTHLY("pro-monthly", 9_900, 0);

  private final String code;
  private final long priceFen;
  private final long tokens;

  Product(String code, long priceFen, long tokens) {
    this.code = code;
    this.priceFen = priceFen;
    this.tokens = tokens;
  }

  String code() {
    return code;
  }

  long priceFen() {
    return priceFen;
  }

  long tokens() {
    return tokens;
  }
}
