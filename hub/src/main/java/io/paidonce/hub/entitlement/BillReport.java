package io.paidonce.hub.entitlement;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How upstream's bill and our records differ.
 *
 * @param rows of the bill
 * @param matched in both with the same tokens
 * @param missingHere in the bill only
 * @param missingThere in our records only; null if nothing says which of them the bill should have
 * @param different in both, with other tokens or another batch
 * @param repeated rows whose request id the bill had before
 */
public record BillReport(
    long rows,
    long matched,
    Part missingHere,
    @Nullable Part missingThere,
    Part different,
    Part repeated) {

  /** A kind of difference: how many, and the first of them. */
  public record Part(long count, List<Line> rows) {

    public Part {
      rows = List.copyOf(rows);
    }
  }

  /**
   * One difference.
   *
   * @param line of the bill; null if it is not in the bill
   * @param tokens what the bill says; null if it is not in the bill
   * @param recorded what was deducted here; null if nothing was
   */
  public record Line(
      @Nullable Long line,
      String requestId,
      @Nullable Long tokens,
      @Nullable Long recorded,
      @Nullable String batch,
      @Nullable String recordedBatch) {

    static Line of(UsageBill.Row row, @Nullable Usage here) {
      return new Line(
          row.line(),
          row.requestId(),
          row.tokens(),
          here == null ? null : here.amount(),
          row.batch(),
          here == null ? null : here.batch());
    }

    static Line of(Usage here) {
      return new Line(null, here.requestId(), null, here.amount(), null, here.batch());
    }
  }

  /** Counts all and keeps the first. */
  static final class Tally {
    private final int keep;
    private final List<Line> first = new ArrayList<>();
    private long count;

    Tally(int keep) {
      this.keep = keep;
    }

    void add(Line line) {
      count++;
      if (first.size() < keep) {
        first.add(line);
      }
    }

    Part part() {
      return new Part(count, first);
    }
  }
}
