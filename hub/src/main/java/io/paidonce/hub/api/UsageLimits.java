package io.paidonce.hub.api;

/**
 * How much one request about usage may hold.
 *
 * @param batchMax deductions in a batch
 */
public record UsageLimits(int batchMax) {

  private static final int ITEM_BYTES_MAX = 2048;

  public UsageLimits {
    if (batchMax < 1 || batchMax > 5_000) {
      throw new IllegalArgumentException("a batch has 1 to 5000 deductions");
    }
  }

  int batchBytesMax() {
    return batchMax * ITEM_BYTES_MAX;
  }
}
