package io.paidonce.hub.cases;

/** Why a person must look. */
public enum CaseKind {
  AMOUNT_MISMATCH,
  UNKNOWN_ORDER,
  LATE_PAYMENT,
  DOUBLE_PAYMENT,
  REFUND_MISMATCH,
  CONFLICT,
  VERIFICATION,
  RETRIES_EXHAUSTED,
  NEGATIVE_BALANCE,
  BILL_DIFFERENCE
}
