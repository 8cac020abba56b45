package io.paidonce.testkit.tidy;

import java.util.List;
import java.util.function.Consumer;

/** A check over all files; tells what it finds. */
@FunctionalInterface
interface Check {

  void check(List<TextFile> files, Rules rules, Consumer<Finding> found);

  /** A check that looks at one file at a time. */
  @FunctionalInterface
  interface OfFile {
    void check(TextFile file, Rules rules, Consumer<Finding> found);
  }

  static Check each(OfFile one) {
    return (files, rules, found) -> files.forEach(file -> one.check(file, rules, found));
  }
}
