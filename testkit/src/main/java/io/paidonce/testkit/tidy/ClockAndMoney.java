package io.paidonce.testkit.tidy;

import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Time and chance that are not injected, and money that is not a whole number. */
final class ClockAndMoney {

  private static final Pattern CLOCK_OR_CHANCE =
      Pattern.compile(
          "\\b(Instant|LocalDate|LocalTime|LocalDateTime|ZonedDateTime|OffsetDateTime)\\.now\\(\\)"
              + "|\\bSystem\\.currentTimeMillis\\(\\)|\\bClock\\.system\\w+\\("
              + "|\\bnew (Date|Random)\\(\\)|\\bUUID\\.randomUUID\\(\\)|\\bMath\\.random\\(\\)"
              + "|\\bThreadLocalRandom\\.current\\(\\)");
  private static final String MONEY =
      "(?:(?i:amount|price|minor|balance|money|refund)|(?:\\bf|F)ees?(?=\\b|[A-Z]))";
  private static final String FLOATING = "\\b(double|float|Double|Float)\\b";
  private static final Pattern FLOATING_MONEY =
      Pattern.compile(FLOATING + ".*" + MONEY + "|" + MONEY + ".*" + FLOATING);

  private ClockAndMoney() {}

  static void check(TextFile file, Rules rules, Consumer<Finding> found) {
    if (!file.isMainJava()) {
      return;
    }
    if (!rules.clockRooms().matcher(file.packageName()).matches()) {
      Leftovers.report(
          file,
          file.code(),
          CLOCK_OR_CHANCE,
          Rule.CLOCK_OR_CHANCE,
          "take a Clock or a source of ids instead",
          found);
    }
    Leftovers.report(
        file, file.code(), FLOATING_MONEY, Rule.MONEY, "count whole minor units instead", found);
  }
}
