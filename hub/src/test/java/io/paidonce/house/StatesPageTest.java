package io.paidonce.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.order.TransitionTable;
import io.paidonce.hub.order.Transitions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The page of states is the tables of the code. To write it anew after a change: run this test with
 * {@code -Dpaidonce.write-docs=true}.
 */
class StatesPageTest {

  private static final Path PAGE = House.root().resolve("docs/reference/states.md");
  private static final String BEGIN = "<!-- tables: generated -->\n";
  private static final String END = "<!-- tables: end -->\n";

  @Test
  void pageShowsTheTablesOfTheCode() throws IOException { // R3.3
    String page = Files.readString(PAGE, StandardCharsets.UTF_8);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    assertThat(page).contains(BEGIN).contains(END);
    String fresh = page.substring(0, begin) + tables() + page.substring(end);
    if (Boolean.getBoolean("paidonce.write-docs")) {
      Files.writeString(PAGE, fresh, StandardCharsets.UTF_8);
      return;
    }
    assertThat(page).as("run StatesPageTest with -Dpaidonce.write-docs=true").isEqualTo(fresh);
  }

  private static String tables() {
    return section("Orders", Transitions.ORDER)
        + section("Attempts", Transitions.ATTEMPT)
        + section("Refunds", Transitions.REFUND);
  }

  private static String section(String title, TransitionTable<?, ?> table) {
    return "\n## " + title + "\n\n" + table.toMarkdown() + "\n";
  }
}
