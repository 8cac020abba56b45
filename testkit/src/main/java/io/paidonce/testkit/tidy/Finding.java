package io.paidonce.testkit.tidy;

/**
 * One breach of one rule.
 *
 * @param path where, relative to the root, with forward slashes
 * @param line line number from 1
 * @param rule which rule
 * @param message what is wrong and what to do
 */
public record Finding(String path, int line, Rule rule, String message) {

  /** {@code path:line rule: message}, which editors can follow. */
  @Override
  public String toString() {
    return path + ":" + line + " " + rule.title() + ": " + message;
  }
}
