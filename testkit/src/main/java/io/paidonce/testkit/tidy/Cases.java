package io.paidonce.testkit.tidy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cases and requirements: each id cited by a test is explained in a document, and each id explained
 * is cited by a test.
 *
 * <p>A citation is a comment behind code that begins with ids, such as {@code // C42, R3.6}, and
 * ends there or goes on after a colon. An entry is a heading or a table row that begins with an id.
 */
final class Cases {

  private static final String ID = "(?:[CFS]\\d+|R\\d+\\.\\d+)";
  private static final Pattern CITATION =
      Pattern.compile("^//\\s*(" + ID + "(?:\\s*,\\s*" + ID + ")*)\\s*(?::.*)?$");
  private static final Pattern ENTRY =
      Pattern.compile("^(?:#{1,6}\\s+|\\|\\s*)[*`]*(" + ID + ")\\b(?!\\.\\d)");
  private static final Pattern ONE = Pattern.compile(ID);

  private Cases() {}

  private record Place(String path, int line) {}

  static void check(List<TextFile> files, Rules rules, Consumer<Finding> found) {
    if (rules.caseDocuments().isEmpty()) {
      return;
    }
    Map<String, Place> explained = new TreeMap<>();
    Map<String, Place> cited = new TreeMap<>();
    for (TextFile file : files) {
      if (rules.caseDocuments().contains(file.path())) {
        entries(file, explained);
      } else if (file.holdsTests()) {
        citations(file, cited);
      }
    }
    String documents = String.join(" or ", rules.caseDocuments());
    report(cited, explained, " is cited but not explained in " + documents, found);
    report(explained, cited, " is explained but no test cites it", found);
  }

  private static void report(
      Map<String, Place> ids, Map<String, Place> known, String what, Consumer<Finding> found) {
    ids.forEach(
        (id, place) -> {
          if (!known.containsKey(id)) {
            found.accept(new Finding(place.path(), place.line(), Rule.CASE, id + what));
          }
        });
  }

  private static void entries(TextFile file, Map<String, Place> explained) {
    for (int i = 0; i < file.lines().size(); i++) {
      Matcher matcher = ENTRY.matcher(file.lines().get(i));
      if (matcher.find()) {
        explained.putIfAbsent(matcher.group(1), new Place(file.path(), i + 1));
      }
    }
  }

  private static void citations(TextFile file, Map<String, Place> cited) {
    for (int i = 0; i < file.comments().size(); i++) {
      Matcher comment = CITATION.matcher(file.comments().get(i).strip());
      if (file.code().get(i).isBlank() || !comment.matches()) {
        continue;
      }
      Matcher one = ONE.matcher(comment.group(1));
      while (one.find()) {
        cited.putIfAbsent(one.group(), new Place(file.path(), i + 1));
      }
    }
  }
}
