package io.paidonce.testkit.tidy;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Notes to self, and tests that are off, asleep or about mocks. */
final class Leftovers {

  private static final Pattern NOTE = Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b");
  private static final Pattern DISABLED = Pattern.compile("@(Disabled\\w*|Ignore)\\b");
  private static final Pattern SLEEP =
      Pattern.compile("\\bThread\\.sleep\\b|\\bTimeUnit\\.\\w+\\.sleep\\b");
  private static final Pattern MOCK = Pattern.compile("\\borg\\.mockito\\b");

  private Leftovers() {}

  static void check(TextFile file, Rules rules, Consumer<Finding> found) {
    List<String> remarks = file.isJava() ? file.comments() : file.lines();
    report(file, remarks, NOTE, Rule.LEFTOVER, "do it, or write it down elsewhere", found);
    if (file.holdsTests()) {
      report(file, file.code(), DISABLED, Rule.DISABLED_TEST, "repair or delete the test", found);
      report(file, file.code(), SLEEP, Rule.SLEEP, "wait for a condition instead", found);
      report(file, file.code(), MOCK, Rule.MOCK, "write a fake instead", found);
    }
  }

  static void report(
      TextFile file,
      List<String> lines,
      Pattern pattern,
      Rule rule,
      String message,
      Consumer<Finding> found) {
    for (int i = 0; i < lines.size(); i++) {
      var matcher = pattern.matcher(lines.get(i));
      if (matcher.find()) {
        String text = "\"" + matcher.group() + "\": " + message;
        found.accept(new Finding(file.path(), i + 1, rule, text));
      }
    }
  }
}
