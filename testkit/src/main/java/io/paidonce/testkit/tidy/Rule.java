package io.paidonce.testkit.tidy;

import java.util.Locale;

/** The rules, each of which can be excepted for a path. */
public enum Rule {
  /** Lines of code and of prose have a greatest length. */
  LINE_LENGTH,
  /** Main source files have a greatest length. */
  FILE_LENGTH,
  /** Methods have a greatest length. */
  METHOD_LENGTH,
  /** No notes to self in comments. */
  LEFTOVER,
  /** No test is switched off. */
  DISABLED_TEST,
  /** No test sleeps. */
  SLEEP,
  /** No test mocks. */
  MOCK,
  /** Time and chance are injected. */
  CLOCK_OR_CHANCE,
  /** Money is never a floating-point number. */
  MONEY,
  /** Relative links lead somewhere. */
  LINK,
  /** Words that must not appear. */
  WORD,
  /** Cases are explained and tested. */
  CASE;

  /** The name as it is printed. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
