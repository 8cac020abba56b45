package io.paidonce.bench;

import io.paidonce.bench.Gate.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The figures as tables in Markdown. */
final class Report {

  /**
   * One measurement.
   *
   * @param perSecond calls a second
   * @param error half of the interval of 99.9 % in which they lie
   * @param calls in all, warm-up included
   * @param effects of all of them
   */
  record Figure(
      Contestant contestant,
      String benchmark,
      int threads,
      double perSecond,
      double error,
      long calls,
      long effects) {

    /** New keys take effect each, and repetitions never. */
    boolean right() {
      return effects == (benchmark.equals("first") ? calls : 0);
    }
  }

  private final Map<Contestant, Verdict> verdicts;
  private final List<Figure> figures;

  Report(Map<Contestant, Verdict> verdicts, List<Figure> figures) {
    this.verdicts = verdicts;
    this.figures = figures;
  }

  /** All tables: the gate, and each benchmark with each number of threads. */
  String text() {
    StringBuilder text = new StringBuilder();
    gate(text);
    figures.stream()
        .map(it -> List.of(it.benchmark(), "" + it.threads()))
        .distinct()
        .forEach(it -> table(text, it.get(0), Integer.parseInt(it.get(1))));
    return text.toString();
  }

  private void gate(StringBuilder text) {
    text.append("| who | where | effects / keys | | calls that threw |\n|---|---|---|---|---|\n");
    verdicts.forEach(
        (who, verdict) ->
            row(
                text,
                who.title(),
                who.store(),
                verdict.effects() + " / " + verdict.keys(),
                verdict.passed() ? "passed" : String.join("; ", verdict.faults()),
                String.join(", ", new TreeSet<>(verdict.thrown()))));
  }

  /** Ranked by speed; whoever fails the gate, or counted other effects here, stands below. */
  private void table(StringBuilder text, String benchmark, int threads) {
    text.append(
        String.format(
            Locale.ROOT,
            "%n## %s, %d %s%n%n",
            benchmark.equals("first") ? "New keys" : "Keys that are done",
            threads,
            threads == 1 ? "thread" : "threads"));
    text.append("| | who | where | calls/s | ± | beside | effects / calls |\n");
    text.append("|---|---|---|---|---|---|---|\n");
    List<Figure> own =
        figures.stream()
            .filter(it -> it.benchmark().equals(benchmark) && it.threads() == threads)
            .sorted(Comparator.comparingDouble(Figure::perSecond).reversed())
            .toList();
    int rank = 0;
    for (Figure it : own) {
      if (ranked(it)) {
        rank++;
        figure(text, "" + rank, it, own);
      }
    }
    own.stream().filter(it -> !ranked(it)).forEach(it -> figure(text, "-", it, own));
  }

  private boolean ranked(Figure figure) {
    Verdict verdict = verdicts.get(figure.contestant());
    return verdict != null && verdict.passed() && figure.right();
  }

  private static void figure(StringBuilder text, String rank, Figure it, List<Figure> all) {
    row(
        text,
        rank,
        it.contestant().title(),
        it.contestant().store(),
        String.format(Locale.ROOT, "%,.0f", it.perSecond()),
        Double.isNaN(it.error()) ? "" : String.format(Locale.ROOT, "%,.0f", it.error()),
        beside(it, all),
        it.effects() + " / " + it.calls());
  }

  /** Its speed beside what is written by hand on the same store, where there is such a thing. */
  private static String beside(Figure it, List<Figure> all) {
    return all.stream()
        .filter(other -> other.contestant().name().equals(byHand(it.contestant().store())))
        .findFirst()
        .map(other -> String.format(Locale.ROOT, "%.2f", it.perSecond() / other.perSecond()))
        .orElse("");
  }

  private static String byHand(String store) {
    return switch (store) {
      case "PostgreSQL", "Redis, PostgreSQL" -> "UNIQUE_ROW";
      case "Redis" -> "SET_NX";
      default -> "";
    };
  }

  private static void row(StringBuilder text, String... cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
