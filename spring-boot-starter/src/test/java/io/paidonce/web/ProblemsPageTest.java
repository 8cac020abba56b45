package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of problems has a row for each problem over HTTP. */
class ProblemsPageTest {

  @Test
  void everyProblemHasItsRow() throws IOException {
    Path root = Path.of(System.getProperty("paidonce.root", ".."));
    String page = Files.readString(root.resolve("docs/reference/problems.md"));
    for (WebProblem problem : WebProblem.values()) {
      assertThat(page).contains("| `" + problem + "` | " + problem.status() + " | ");
    }
  }
}
