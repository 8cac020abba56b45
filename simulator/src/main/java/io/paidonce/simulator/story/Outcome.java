package io.paidonce.simulator.story;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.sending.Attempt;
import io.paidonce.simulator.sending.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The end of the story.
 *
 * @param orders how many orders the hub was asked to create
 * @param repeats deliveries of what had been sent before, acknowledged or not
 * @param pairs deliveries that left two at the same instant, in pairs
 */
public record Outcome(
    long seed, int orders, int repeats, int pairs, List<Row> rows, List<Finding> findings) {

  public Outcome {
    rows = List.copyOf(rows);
    findings = List.copyOf(findings);
  }

  /**
   * One dialect's deliveries.
   *
   * @param accepted first success answer of a fact
   * @param duplicate every further success answer of it
   * @param rejected exact failure answers
   * @param unanswered no connection, no answer in time, or "unavailable"
   * @param applied notifications that the hub reports as applied
   */
  public record Row(
      Dialect dialect,
      int sent,
      int accepted,
      int duplicate,
      int rejected,
      int unanswered,
      int applied) {}

  public boolean allHeld() {
    return findings.stream().allMatch(Finding::held);
  }

  /** Deliveries of all dialects. */
  public int sent() {
    return rows.stream().mapToInt(Row::sent).sum();
  }

  static int repeats(List<Attempt> attempts) {
    long subjects = attempts.stream().map(Attempt::subject).distinct().count();
    return attempts.size() - Math.toIntExact(subjects);
  }

  static List<Row> rows(List<Attempt> attempts, Map<Dialect, Integer> applied) {
    List<Row> rows = new ArrayList<>();
    for (Dialect dialect : Dialect.values()) {
      List<Attempt> own = attempts.stream().filter(a -> a.dialect() == dialect).toList();
      int accepts = count(own, Verdict.ACCEPTED);
      Set<String> facts = new HashSet<>();
      own.stream()
          .filter(a -> a.verdict() == Verdict.ACCEPTED)
          .forEach(a -> facts.add(a.subject()));
      rows.add(
          new Row(
              dialect,
              own.size(),
              facts.size(),
              accepts - facts.size(),
              count(own, Verdict.REFUSED) + count(own, Verdict.KEY_UNKNOWN),
              count(own, Verdict.NO_ANSWER) + count(own, Verdict.UNAVAILABLE),
              applied.getOrDefault(dialect, 0)));
    }
    return rows;
  }

  private static int count(List<Attempt> attempts, Verdict verdict) {
    return Math.toIntExact(attempts.stream().filter(a -> a.verdict() == verdict).count());
  }
}
