package io.paidonce.hub.entitlement;

import io.paidonce.hub.entitlement.BillReport.Line;
import io.paidonce.hub.entitlement.BillReport.Tally;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares upstream's bill with the usage that was deducted here. Reads only; the bill row by row
 * and our records in chunks, with no more in memory than the request ids of one bill. Thread-safe.
 */
public final class BillComparison {

  private static final int CHUNK = 500;
  private static final int AT_ONCE = 2;
  private static final int BATCHES_MAX = 1000;

  private final UsageRepository usages;
  private final int rowsMax;
  private final int bytesMax;
  private final Semaphore places = new Semaphore(AT_ONCE);

  /**
   * Comparisons with this database.
   *
   * @param rowsMax rows of a bill, and of ours that should be in it
   * @param bytesMax of a bill
   */
  public BillComparison(UsageRepository usages, int rowsMax, int bytesMax) {
    this.usages = usages;
    this.rowsMax = rowsMax;
    this.bytesMax = bytesMax;
  }

  /**
   * Which of our records the bill should have.
   *
   * @param from first instant, and {@code to} the one after the last; both or neither: then those
   *     of the batches that the bill names
   * @param asset only of this; null for any
   */
  public record Scope(@Nullable Instant from, @Nullable Instant to, @Nullable String asset) {

    public Scope {
      if ((from == null) != (to == null)) {
        throw new IllegalArgumentException("a time has both ends, or none");
      }
    }
  }

  /** What says that a bill cannot be compared, and why. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(@Nullable String message) {
      super(message);
    }
  }

  /**
   * Reads the bill and says how it differs.
   *
   * @param keep how many rows of each kind of difference are shown
   * @return null if as many comparisons as there may be are under way
   * @throws Refused if the bill cannot be read, or it or our side of it is too long
   */
  public @Nullable BillReport compare(InputStream bill, Scope scope, int keep) {
    if (!places.tryAcquire()) {
      return null;
    }
    try {
      return new Run(scope, keep).compare(bill);
    } catch (UsageBill.Refused e) {
      throw new Refused(e.getMessage());
    } finally {
      places.release();
    }
  }

  /** One comparison. */
  private final class Run {
    private final Scope scope;
    private final Tally missingHere;
    private final Tally missingThere;
    private final Tally different;
    private final Tally repeated;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> batches = new TreeSet<>();
    private final List<UsageBill.Row> pending = new ArrayList<>();
    private long rows;
    private long matched;
    private long ours;

    Run(Scope scope, int keep) {
      this.scope = scope;
      this.missingHere = new Tally(keep);
      this.missingThere = new Tally(keep);
      this.different = new Tally(keep);
      this.repeated = new Tally(keep);
    }

    BillReport compare(InputStream bill) {
      UsageBill.read(bill, bytesMax, this::row);
      lookUp();
      boolean scoped = true;
      if (scope.from() != null && scope.to() != null) {
        between(scope.from().toEpochMilli(), scope.to().toEpochMilli());
      } else if (!batches.isEmpty()) {
        batches.forEach(this::batch);
      } else {
        scoped = false;
      }
      return new BillReport(
          rows,
          matched,
          missingHere.part(),
          scoped ? missingThere.part() : null,
          different.part(),
          repeated.part());
    }

    private void row(UsageBill.Row row) {
      rows++;
      if (rows > rowsMax) {
        throw new Refused("the bill has more than " + rowsMax + " rows; send it in parts");
      }
      if (row.batch() != null && batches.add(row.batch()) && batches.size() > BATCHES_MAX) {
        throw new Refused("the bill names more than " + BATCHES_MAX + " batches; send it in parts");
      }
      if (!seen.add(row.requestId())) {
        repeated.add(Line.of(row, null));
        return;
      }
      pending.add(row);
      if (pending.size() == CHUNK) {
        lookUp();
      }
    }

    private void lookUp() {
      Map<String, Usage> known =
          usages.find(pending.stream().map(UsageBill.Row::requestId).toList());
      for (UsageBill.Row row : pending) {
        Usage here = known.get(row.requestId());
        if (here == null) {
          missingHere.add(Line.of(row, null));
        } else if (here.amount() != row.tokens() || otherBatch(here.batch(), row.batch())) {
          different.add(Line.of(row, here));
        } else {
          matched++;
        }
      }
      pending.clear();
    }

    private boolean otherBatch(@Nullable String here, @Nullable String there) {
      return here != null && there != null && !here.equals(there);
    }

    private void batch(String name) {
      through(last -> usages.ofBatch(name, last == null ? "" : last.requestId(), CHUNK));
    }

    private void between(long fromMs, long toMs) {
      through(
          last ->
              last == null
                  ? usages.between(fromMs, "", toMs, CHUNK)
                  : usages.between(last.atMs(), last.requestId(), toMs, CHUNK));
    }

    private void through(
        Function<UsageRepository.@Nullable Recorded, List<UsageRepository.Recorded>> next) {
      UsageRepository.Recorded last = null;
      for (List<UsageRepository.Recorded> chunk = next.apply(null);
          !chunk.isEmpty();
          chunk = next.apply(last)) {
        for (UsageRepository.Recorded one : chunk) {
          if ((scope.asset() == null || Objects.equals(scope.asset(), one.usage().asset()))
              && !seen.contains(one.requestId())) {
            missingThere.add(Line.of(one.usage()));
          }
        }
        ours += chunk.size();
        if (ours > rowsMax) {
          throw new Refused("more than " + rowsMax + " of our records belong to it; part it");
        }
        last = chunk.get(chunk.size() - 1);
      }
    }
  }
}
