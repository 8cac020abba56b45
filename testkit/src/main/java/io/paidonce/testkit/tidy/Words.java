package io.paidonce.testkit.tidy;

import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Words that must appear nowhere. */
final class Words {

  private Words() {}

  static void check(TextFile file, Rules rules, Consumer<Finding> found) {
    rules
        .forbiddenWords()
        .forEach(
            (regex, reason) -> {
              Pattern pattern = Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
              Leftovers.report(file, file.lines(), pattern, Rule.WORD, reason, found);
            });
  }
}
