package io.paidonce.hub.api;

/**
 * How much one request about usage may hold.
 *
 * @param batchMax deductions in a batch
 * @param billRowsMax rows of an upstream bill, and of ours that it is compared with
 * @param billBytesMax bytes of an upstream bill
 */
public record UsageLimits(int batchMax, int billRowsMax, int billBytesMax) {

  private static final int ITEM_BYTES_MAX = 2048;

  public UsageLimits {
    if (batchMax < 1 || batchMax > 5_000 || billRowsMax < 1 || billBytesMax < 1) {
      throw new IllegalArgumentException("a limit of usage is not above zero, or a batch too long");
    }
  }

  int batchBytesMax() {
    return batchMax * ITEM_BYTES_MAX;
  }
}
