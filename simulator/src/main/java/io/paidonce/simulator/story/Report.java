package io.paidonce.simulator.story;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The end of the story as text for a terminal. */
public final class Report {

  /** Breaches shown per promise; the rest is counted. */
  static final int BREACHES_SHOWN_MAX = 3;

  private static final String RULE = "  " + "─".repeat(74);

  private Report() {}

  /** Table, promises, one line of conclusion; no trailing newline. */
  public static String render(Outcome outcome) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "  %d orders, %d deliveries, %d of them repeats, %d pairs at the same instant; seed %d",
            outcome.orders(),
            outcome.sent(),
            outcome.repeats(),
            outcome.pairs(),
            outcome.seed()));
    lines.add(RULE);
    lines.add(row("", "sent", "accepted", "duplicate", "rejected", "no answer", "applied"));
    for (Outcome.Row row : outcome.rows()) {
      lines.add(
          row(
              row.dialect().label(),
              row.sent(),
              row.accepted(),
              row.duplicate(),
              row.rejected(),
              row.unanswered(),
              row.applied()));
    }
    lines.add(RULE);
    outcome.findings().forEach(finding -> lines.addAll(promise(finding)));
    lines.add(RULE);
    lines.add("  " + conclusion(outcome));
    return String.join(System.lineSeparator(), lines);
  }

  /** "15 of 15 promises held", or how many did not. */
  public static String conclusion(Outcome outcome) {
    long held = outcome.findings().stream().filter(Finding::held).count();
    return held + " of " + outcome.findings().size() + " promises held";
  }

  private static List<String> promise(Finding finding) {
    List<String> lines = new ArrayList<>();
    lines.add((finding.held() ? "  ✓ " : "  ✗ ") + finding.promise().text());
    List<String> breaches = finding.breaches();
    breaches.stream().limit(BREACHES_SHOWN_MAX).forEach(breach -> lines.add("      " + breach));
    if (breaches.size() > BREACHES_SHOWN_MAX) {
      lines.add("      and " + (breaches.size() - BREACHES_SHOWN_MAX) + " more");
    }
    return lines;
  }

  private static String row(Object... cells) {
    return String.format(Locale.ROOT, "  %-14s%8s%10s%11s%10s%11s%10s", cells);
  }
}
