package io.paidonce.testkit.tidy;

import java.util.ArrayList;
import java.util.List;

/**
 * Java source taken apart, line by line: code with comments and literals made blank, and comments
 * alone. Columns and line numbers stay what they were.
 */
record JavaText(List<String> code, List<String> comments) {

  JavaText {
    code = List.copyOf(code);
    comments = List.copyOf(comments);
  }

  static JavaText of(List<String> lines) {
    Scanner scanner = new Scanner();
    List<String> code = new ArrayList<>();
    List<String> comments = new ArrayList<>();
    for (String line : lines) {
      scanner.scan(line);
      code.add(scanner.code.toString());
      comments.add(scanner.comment.toString());
    }
    return new JavaText(code, comments);
  }

  private enum State {
    CODE,
    LINE_COMMENT,
    BLOCK_COMMENT,
    STRING,
    CHARACTER,
    TEXT_BLOCK
  }

  private static final class Scanner {
    private StringBuilder code = new StringBuilder();
    private StringBuilder comment = new StringBuilder();
    private State state = State.CODE;
    private String line = "";
    private int at;

    void scan(String next) {
      line = next;
      code = new StringBuilder();
      comment = new StringBuilder();
      at = 0;
      while (at < line.length()) {
        step();
      }
      if (state != State.BLOCK_COMMENT && state != State.TEXT_BLOCK) {
        state = State.CODE;
      }
    }

    private void step() {
      switch (state) {
        case CODE -> inCode();
        case LINE_COMMENT -> take(line.length() - at);
        case BLOCK_COMMENT -> {
          boolean end = line.startsWith("*/", at);
          take(end ? 2 : 1);
          state = end ? State.CODE : state;
        }
        case STRING -> literal("\"");
        case CHARACTER -> literal("'");
        case TEXT_BLOCK -> literal("\"\"\"");
      }
    }

    private void inCode() {
      if (line.startsWith("//", at)) {
        enter(State.LINE_COMMENT, 2);
      } else if (line.startsWith("/*", at)) {
        enter(State.BLOCK_COMMENT, 2);
      } else if (line.startsWith("\"\"\"", at)) {
        enter(State.TEXT_BLOCK, 3);
      } else if (line.startsWith("\"", at)) {
        enter(State.STRING, 1);
      } else if (line.startsWith("'", at)) {
        enter(State.CHARACTER, 1);
      } else {
        code.append(line.charAt(at));
        comment.append(' ');
        at++;
      }
    }

    private void enter(State next, int length) {
      state = next;
      take(length);
    }

    private void literal(String end) {
      if (line.startsWith("\\", at)) {
        take(Math.min(2, line.length() - at));
      } else if (line.startsWith(end, at)) {
        take(end.length());
        state = State.CODE;
      } else {
        take(1);
      }
    }

    /** Passes over text that is not code, keeping it if it is a comment. */
    private void take(int length) {
      boolean isComment = state == State.LINE_COMMENT || state == State.BLOCK_COMMENT;
      code.append(" ".repeat(length));
      comment.append(isComment ? line.substring(at, at + length) : " ".repeat(length));
      at += length;
    }
  }
}
