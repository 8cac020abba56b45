package io.paidonce.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.api.Problem;
import io.paidonce.hub.cases.CaseKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page of problems has a row for each code of the API and each kind of case. */
class ProblemsPageTest {

  @Test
  void everyCodeAndKindHasItsRow() throws IOException {
    String page =
        Files.readString(
            House.root().resolve("docs/reference/problems.md"), StandardCharsets.UTF_8);
    for (Problem.Code code : Problem.Code.values()) {
      int status = code.body("").getStatus();
      assertThat(page).contains("| `" + code + "` | " + status + " | ");
    }
    for (CaseKind kind : CaseKind.values()) {
      assertThat(page).contains("| `" + kind + "` | ");
    }
  }

  @Test
  void everyPropertyIsExplainedWithItsDefault() throws IOException {
    String page =
        Files.readString(
            House.root().resolve("docs/operating/configuration.md"), StandardCharsets.UTF_8);
    Map<String, String> properties = Properties.ofHub();
    assertThat(properties).containsEntry("paidonce.gate.retention", "25h");
    properties.forEach(
        (name, standard) -> {
          assertThat(page).contains("| `" + name + "` | ");
          if (!standard.isEmpty()) {
            assertThat(page).contains("| `" + name + "` | `" + standard + "` | ");
          }
        });
  }
}
