package io.paidonce.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Java that the documents show is cut from tests that run. */
class SnippetsTest {

  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void everyJavaBlockIsPartOfATest() throws IOException {
    List<String> tests = sources();
    List<String> strangers = new ArrayList<>();
    int blocks = 0;
    for (Path document : documents()) {
      Matcher block = BLOCK.matcher(Files.readString(document));
      while (block.find()) {
        blocks++;
        String wanted = stripped(block.group(1));
        if (tests.stream().noneMatch(test -> test.contains(wanted))) {
          strangers.add(document.getFileName() + ":\n" + block.group(1));
        }
      }
    }
    assertThat(strangers).as("not found in any test").isEmpty();
    assertThat(blocks).isPositive();
  }

  private static String stripped(String code) {
    return code.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private static List<String> sources() throws IOException {
    List<String> sources = new ArrayList<>();
    try (Stream<Path> files = Files.walk(House.root())) {
      for (Path file :
          files
              .filter(it -> it.toString().endsWith(".java"))
              .filter(it -> it.toString().contains("/src/test/"))
              .toList()) {
        sources.add(stripped(Files.readString(file)));
      }
    }
    return sources;
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(House.root().resolve("docs"));
        Stream<Path> top = Files.list(House.root())) {
      return Stream.concat(docs, top).filter(it -> it.toString().endsWith(".md")).toList();
    }
  }
}
