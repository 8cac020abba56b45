package io.paidonce.testkit.tidy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** How long lines, methods and files may be. */
final class Lengths {

  private static final Pattern ADDRESS = Pattern.compile("\\w+://[^\\s)>\"]+|\\]\\([^)]*\\)");
  private static final Pattern TYPE =
      Pattern.compile("(^|\\W)(class|interface|enum|record)\\s+\\w+");
  private static final Pattern METHOD =
      Pattern.compile("(\\)\\s*(throws\\s[\\w\\s.,<>@]+)?|[\\s]?\\w+)\\s*$");

  private Lengths() {}

  static void check(TextFile file, Rules rules, Consumer<Finding> found) {
    if (file.isJava()) {
      javaLines(file, rules.javaLineMax(), found);
      new Blocks(file, rules.methodLinesMax(), found).scan();
    } else if (file.isMarkdown() || file.isYaml()) {
      proseLines(file, rules.proseLineMax(), found);
    }
    int lines = file.lines().size();
    if (file.isMainJava() && lines > rules.fileLinesMax()) {
      String message = lines + " lines, at most " + rules.fileLinesMax() + "; split it";
      found.accept(new Finding(file.path(), 1, Rule.FILE_LENGTH, message));
    }
  }

  private static void javaLines(TextFile file, int max, Consumer<Finding> found) {
    for (int i = 0; i < file.lines().size(); i++) {
      String line = file.lines().get(i);
      if (!line.startsWith("import ")) {
        line(file, i, ADDRESS.matcher(line).replaceAll("").length(), max, found);
      }
    }
  }

  private static void proseLines(TextFile file, int max, Consumer<Finding> found) {
    boolean fenced = false;
    for (int i = 0; i < file.lines().size(); i++) {
      String line = file.lines().get(i);
      boolean fence = file.isMarkdown() && Links.isFence(line);
      fenced ^= fence;
      if (!fenced && !fence && !line.stripLeading().startsWith("|")) {
        line(file, i, ADDRESS.matcher(line).replaceAll("").length(), max, found);
      }
    }
  }

  private static void line(TextFile file, int index, int length, int max, Consumer<Finding> found) {
    if (length > max) {
      String message = length + " characters, at most " + max;
      found.accept(new Finding(file.path(), index + 1, Rule.LINE_LENGTH, message));
    }
  }

  private enum Kind {
    TYPE,
    METHOD,
    OTHER
  }

  private record Block(Kind kind, int line, int parentheses) {}

  /** Follows the braces of a file; measures those that are the body of a method. */
  private static final class Blocks {
    private final TextFile file;
    private final int max;
    private final Consumer<Finding> found;
    private final Deque<Block> open = new ArrayDeque<>();
    private StringBuilder header = new StringBuilder();
    private int parentheses;

    Blocks(TextFile file, int max, Consumer<Finding> found) {
      this.file = file;
      this.max = max;
      this.found = found;
    }

    void scan() {
      List<String> code = file.code();
      for (int i = 0; i < code.size(); i++) {
        String line = code.get(i);
        for (int at = 0; at < line.length(); at++) {
          character(line.charAt(at), i + 1);
        }
        header.append(' ');
      }
    }

    private void character(char c, int line) {
      switch (c) {
        case '{' -> begin(line);
        case '}' -> end(line);
        case ';' -> header = new StringBuilder();
        default -> {
          parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
          header.append(c);
        }
      }
    }

    private void begin(int line) {
      open.push(new Block(kind(), line, parentheses));
      parentheses = 0;
      header = new StringBuilder();
    }

    private Kind kind() {
      String text = header.toString();
      Block parent = open.peek();
      if (parentheses > 0) {
        return Kind.OTHER;
      }
      if (TYPE.matcher(text).find()) {
        return Kind.TYPE;
      }
      boolean inType = parent != null && parent.kind() == Kind.TYPE;
      boolean method = inType && !text.contains("=") && METHOD.matcher(text).find();
      return method ? Kind.METHOD : Kind.OTHER;
    }

    private void end(int line) {
      Block block = open.poll();
      if (block == null) {
        return;
      }
      parentheses = block.parentheses();
      header = new StringBuilder();
      int lines = line - block.line() + 1;
      if (block.kind() == Kind.METHOD && lines > max) {
        String message = "a method of " + lines + " lines, at most " + max + "; split it";
        found.accept(new Finding(file.path(), block.line(), Rule.METHOD_LENGTH, message));
      }
    }
  }
}
