package io.paidonce.house;

import io.paidonce.testkit.tidy.Rule;
import io.paidonce.testkit.tidy.Rules;
import io.paidonce.testkit.tidy.Tidy;
import org.junit.jupiter.api.Test;

/** The repository's text: lengths, leftovers, links, words, and the cases that tests cite. */
class TidyTest {

  private static final String CLOCK_ROOMS =
      ".*\\.(wiring|cli)|io\\.paidonce\\.(spring|web|bench)"
          + "|io\\.paidonce\\.testkit(\\..*)?|io\\.paidonce\\.rig";

  private static final Rules RULES =
      Rules.standard()
          .withClockRooms(CLOCK_ROOMS)
          .forbidding("/(home|Users)/\\w", "name no machine's path")
          .forbidding("\\bnexus\\.|\\bartifactory\\b", "name no registry")
          .except(Rule.WORD, "hub/src/test/java/io/paidonce/house/TidyTest.java", "the words")
          .except(Rule.CASE, "testkit/src/test/java/io/paidonce/testkit/tidy/", "specimens")
          .except(Rule.WORD, "data/", "written by hubs and demos")
          .except(Rule.LINE_LENGTH, "data/", "written by hubs and demos")
          .withCasesIn("docs/internals/cases.md", "docs/internals/requirements.md");

  @Test
  void repositoryIsTidy() {
    Tidy.assertTidy(House.root(), RULES);
  }
}
