package io.paidonce.simulator.story;

/** What the demo holds the hub to; each is one line of its last table. */
public enum Promise {
  CREDITED_ONCE("each payment credited exactly once"),
  NOTHING_LOST("nothing acknowledged was lost"),
  STORED_ONCE("each fact stored once"),
  ALL_ACKNOWLEDGED("every genuine notification acknowledged"),
  EXACT_ANSWERS("answers are byte-exact"),
  FORGERIES_REFUSED("forged and tampered refused"),
  WRONG_AMOUNT("wrong amount credited nothing"),
  UNKNOWN_ORDER("unknown order kept aside"),
  EARLY_PAYMENT("early payment waited for its order"),
  LATE_CLOSE("late close changed nothing"),
  LATE_PAYMENT("payment after close kept for a person"),
  REFUNDS_EXACT("refunds taken back exactly"),
  UNSIGNED_REFUND("unsigned refund changed nothing"),
  SAME_REQUEST("same request, same answer"),
  LEDGER_BALANCES("the ledger balances");

  private final String text;

  Promise(String text) {
    this.text = text;
  }

  /** The promise in words. */
  public String text() {
    return text;
  }
}
