package io.paidonce.simulator.cli;

import java.util.ArrayList;
import java.util.List;

/** A command line in one string, taken apart: blanks separate, quotes of either kind protect. */
final class CommandWords {

  private CommandWords() {}

  /**
   * The words.
   *
   * @throws IllegalArgumentException when a quote is not closed or there is no word
   */
  static List<String> split(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
        inWord = true;
      } else if (Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
          inWord = false;
        }
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("a quote is not closed");
    }
    if (inWord) {
      words.add(word.toString());
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException("the command is empty");
    }
    return words;
  }
}
