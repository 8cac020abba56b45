package io.paidonce.testkit.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Checks the text of a repository against {@link Rules}.
 *
 * <p>Java is read as code and comments: what stands in a string literal is neither, so a rule's own
 * specimens do not break it (forbidden words and line lengths look at everything).
 */
public final class Tidy {

  private static final Set<String> SKIPPED =
      Set.of("target", "build", "node_modules", ".git", ".idea", ".mvn");
  private static final Set<String> TEXT =
      Set.of(
          "java",
          "md",
          "yaml",
          "yml",
          "xml",
          "sql",
          "sh",
          "properties",
          "html",
          "css",
          "js",
          "json",
          "txt");
  private static final long FILE_BYTES_MAX = 2_000_000;

  private static final List<Check> CHECKS =
      List.of(
          Check.each(Lengths::check),
          Check.each(Leftovers::check),
          Check.each(ClockAndMoney::check),
          Check.each(Words::check),
          Links::check,
          Cases::check);

  private Tidy() {}

  /** What is wrong below the root, in the order of paths and lines; empty when all is well. */
  public static List<Finding> check(Path root, Rules rules) {
    return check(read(root), rules);
  }

  /**
   * Passes when nothing is wrong.
   *
   * @throws AssertionError with one line for each finding
   */
  public static void assertTidy(Path root, Rules rules) {
    List<Finding> findings = check(root, rules);
    if (!findings.isEmpty()) {
      List<String> lines = findings.stream().map(Finding::toString).toList();
      throw new AssertionError(findings.size() + " findings:\n" + String.join("\n", lines));
    }
  }

  static List<Finding> check(List<TextFile> files, Rules rules) {
    List<Finding> findings = new ArrayList<>();
    CHECKS.forEach(check -> check.check(files, rules, findings::add));
    return findings.stream()
        .filter(finding -> rules.exceptions().stream().noneMatch(e -> e.covers(finding)))
        .sorted(Comparator.comparing(Finding::path).thenComparing(Finding::line))
        .toList();
  }

  private static List<TextFile> read(Path root) {
    List<TextFile> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
              boolean skipped = !dir.equals(root) && SKIPPED.contains(name(dir));
              return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              files.add(read(root, file, attributes));
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the files below " + root, e);
    }
    return files;
  }

  /** The file; one that is not text, or too large, seems empty but can be linked to. */
  private static TextFile read(Path root, Path file, BasicFileAttributes attributes)
      throws IOException {
    String path = root.relativize(file).toString().replace('\\', '/');
    boolean read =
        isText(file) && attributes.isRegularFile() && attributes.size() <= FILE_BYTES_MAX;
    return new TextFile(path, read ? Files.readString(file, StandardCharsets.UTF_8) : "");
  }

  private static boolean isText(Path file) {
    String name = name(file);
    return TEXT.contains(name.substring(name.lastIndexOf('.') + 1));
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }
}
