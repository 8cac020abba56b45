package io.paidonce.testkit.tidy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The limits and lists a repository is checked by. Immutable.
 *
 * @param javaLineMax characters in a line of Java
 * @param proseLineMax characters in a line of Markdown or YAML; tables, code and addresses are free
 * @param methodLinesMax lines of a method, from its opening to its closing brace
 * @param fileLinesMax lines of a main Java file
 * @param clockRooms packages that may read the wall clock and draw chance
 * @param forbiddenWords regular expression to reason, searched in every text file
 * @param caseDocuments files, relative to the root, that explain the cases; none switches the rule
 *     off
 * @param exceptions paths to which a rule does not apply
 */
public record Rules(
    int javaLineMax,
    int proseLineMax,
    int methodLinesMax,
    int fileLinesMax,
    Pattern clockRooms,
    Map<String, String> forbiddenWords,
    List<String> caseDocuments,
    List<Exempt> exceptions) {

  /**
   * A rule that does not apply below a path, and why.
   *
   * @param rule which rule
   * @param pathStart start of the relative path, such as {@code simulator/src/}
   * @param reason why, for the reader
   */
  public record Exempt(Rule rule, String pathStart, String reason) {

    boolean covers(Finding finding) {
      return finding.rule() == rule && finding.path().startsWith(pathStart);
    }
  }

  public Rules {
    forbiddenWords = Map.copyOf(forbiddenWords);
    caseDocuments = List.copyOf(caseDocuments);
    exceptions = List.copyOf(exceptions);
  }

  /** The limits of the house, without forbidden words and cases. */
  public static Rules standard() {
    Pattern clockRooms = Pattern.compile(".*\\.(wiring|cli)|io\\.paidonce\\.testkit(\\..*)?");
    return new Rules(100, 160, 70, 400, clockRooms, Map.of(), List.of(), List.of());
  }

  /** With packages, given as a regular expression, that may use the wall clock and chance. */
  public Rules withClockRooms(String regex) {
    return new Rules(
        javaLineMax,
        proseLineMax,
        methodLinesMax,
        fileLinesMax,
        Pattern.compile(regex),
        forbiddenWords,
        caseDocuments,
        exceptions);
  }

  /** With one more forbidden word, given as a regular expression that ignores case. */
  public Rules forbidding(String regex, String reason) {
    Map<String, String> words = new LinkedHashMap<>(forbiddenWords);
    words.put(regex, reason);
    return new Rules(
        javaLineMax,
        proseLineMax,
        methodLinesMax,
        fileLinesMax,
        clockRooms,
        words,
        caseDocuments,
        exceptions);
  }

  /** With these documents, relative to the root, as the ones that explain the cases. */
  public Rules withCasesIn(String... documents) {
    return new Rules(
        javaLineMax,
        proseLineMax,
        methodLinesMax,
        fileLinesMax,
        clockRooms,
        forbiddenWords,
        List.of(documents),
        exceptions);
  }

  /** With one more path to which a rule does not apply. */
  public Rules except(Rule rule, String pathStart, String reason) {
    List<Exempt> more = new ArrayList<>(exceptions);
    more.add(new Exempt(rule, pathStart, reason));
    return new Rules(
        javaLineMax,
        proseLineMax,
        methodLinesMax,
        fileLinesMax,
        clockRooms,
        forbiddenWords,
        caseDocuments,
        more);
  }
}
