package io.paidonce.testkit.tidy;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text file of the repository; Java is split into code and comments. */
final class TextFile {

  private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);");

  private static final Pattern TEST =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\\b");

  private final String path;
  private final List<String> lines;
  private final JavaText java;

  TextFile(String path, String text) {
    this.path = path;
    this.lines = text.lines().toList();
    this.java = path.endsWith(".java") ? JavaText.of(lines) : new JavaText(List.of(), List.of());
  }

  String path() {
    return path;
  }

  List<String> lines() {
    return lines;
  }

  /** Lines of Java with comments and literals made blank. */
  List<String> code() {
    return java.code();
  }

  /** For each line of Java what stands in comments. */
  List<String> comments() {
    return java.comments();
  }

  boolean isJava() {
    return path.endsWith(".java");
  }

  boolean isMarkdown() {
    return path.endsWith(".md");
  }

  boolean isYaml() {
    return path.endsWith(".yaml") || path.endsWith(".yml");
  }

  boolean isMainJava() {
    return isJava() && ("/" + path).contains("/src/main/java/");
  }

  /** Whether it is test code, or a suite in main code which other modules run. */
  boolean holdsTests() {
    boolean test = isJava() && ("/" + path).contains("/src/test/java/");
    return test || code().stream().anyMatch(line -> TEST.matcher(line).find());
  }

  /** Name of the Java package; empty when there is none. */
  String packageName() {
    for (String line : code()) {
      Matcher matcher = PACKAGE.matcher(line);
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    return "";
  }
}
