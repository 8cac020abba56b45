package io.paidonce.testkit.tidy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TidyTest {

  private static final String MAIN = "hub/src/main/java/a/A.java";
  private static final String TEST = "hub/src/test/java/a/ATest.java";
  private static final Rules RULES = Rules.standard();
  private static final Rules CASES = RULES.withCasesIn("docs/cases.md");

  private static List<String> findings(Rules rules, String... pathsAndTexts) {
    List<TextFile> files = new ArrayList<>();
    for (int i = 0; i < pathsAndTexts.length; i += 2) {
      files.add(new TextFile(pathsAndTexts[i], pathsAndTexts[i + 1]));
    }
    return Tidy.check(files, rules).stream().map(Finding::toString).toList();
  }

  private static void accepted(String... pathsAndTexts) {
    assertThat(findings(RULES, pathsAndTexts)).isEmpty();
  }

  private static void rejected(String finding, String... pathsAndTexts) {
    assertThat(findings(RULES, pathsAndTexts)).singleElement().asString().startsWith(finding);
  }

  @Test
  void lineOfJavaHasAHundredCharacters() {
    accepted(MAIN, "x".repeat(100));
    accepted(MAIN, "import " + "x".repeat(100) + ";");
    rejected(MAIN + ":2 line-length: 101", MAIN, "\n" + "x".repeat(101));
  }

  @Test
  void lineOfProseHasMoreAndTablesCodeAndAddressesAreFree() {
    String wide = "x".repeat(161);
    accepted("a.md", "x".repeat(160));
    accepted("a.md", "| " + wide + " |");
    accepted("a.md", "```\n" + wide + "\n```");
    accepted("a.md", "see https://example.org/" + wide);
    rejected("a.md:1 line-length", "a.md", wide);
    rejected("a.yaml:1 line-length", "a.yaml", wide);
  }

  @Test
  void fileHasFourHundredLines() {
    accepted(MAIN, "x\n".repeat(400));
    accepted(TEST, "x\n".repeat(401));
    rejected(MAIN + ":1 file-length: 401", MAIN, "x\n".repeat(401));
  }

  @Test
  void methodHasSeventyLines() {
    String start = "class A {\n  @B({C.D})\n  <T> void m(int a) throws E, F {\n";
    accepted(MAIN, start + "x();\n".repeat(68) + "}\n}");
    rejected(MAIN + ":3 method-length: a method of 71", MAIN, start + "x();\n".repeat(69) + "}\n}");
    rejected(
        MAIN + ":2 method-length",
        MAIN,
        "record A(int a) {\n  A {\n" + "x();\n".repeat(70) + "}\n}");
  }

  @Test
  void longTypesAndTablesAreNoMethods() {
    accepted(MAIN, "class A {\n  int[] table = {\n" + "1,\n".repeat(80) + "};\n}");
    accepted(MAIN, "class A {\n  record B(int b) {\n" + "int x;\n".repeat(80) + "}\n}");
    accepted(MAIN, "class A {\n  String s = \"{ \\\" {\"; // {\n  char c = '{';\n}");
  }

  @Test
  void noteToSelfIsRejectedInCommentsAndDocumentsOnly() {
    accepted(MAIN, "String s = \"TODO\";");
    accepted(MAIN, "int todo;");
    rejected(MAIN + ":1 leftover", MAIN, "int a; // TODO later");
    rejected(MAIN + ":2 leftover", MAIN, "/*\n * FIXME */");
    rejected("a.md:1 leftover", "a.md", "XXX");
  }

  @Test
  void testIsNeitherOffNorAsleepNorAboutMocks() {
    accepted(TEST, "String s = \"Thread.sleep @Disabled org.mockito\";");
    accepted(TEST, "String s = \"\"\"\n  Thread.sleep(1);\n  \"\"\";");
    accepted(MAIN, "Thread.sleep(1);");
    rejected(TEST + ":1 disabled-test", TEST, "@Disabled void a() {}");
    rejected(TEST + ":1 sleep", TEST, "Thread.sleep(1);");
    rejected(TEST + ":1 sleep", TEST, "TimeUnit.SECONDS.sleep(1);");
    rejected(TEST + ":1 mock", TEST, "import org.mockito.Mockito;");
  }

  @Test
  void clockAndChanceBelongToWiring() {
    accepted(MAIN, "package a.wiring;\nInstant now = Instant.now();");
    accepted(MAIN, "package a.b;\nInstant now = Instant.now(clock); // not Instant.now()");
    accepted(TEST, "package a.b;\nInstant now = Instant.now();");
    for (String call :
        List.of(
            "Instant.now()",
            "System.currentTimeMillis()",
            "UUID.randomUUID()",
            "Math.random()",
            "Clock.systemUTC()")) {
      rejected(MAIN + ":2 clock-or-chance", MAIN, "package a.wiringless;\nx = " + call + ";");
    }
    assertThat(findings(RULES.withClockRooms("a\\.b"), MAIN, "package a.b;\nMath.random();"))
        .isEmpty();
  }

  @Test
  void moneyIsNoFloatingPointNumber() {
    accepted(MAIN, "long amountMinor; // not a double");
    accepted(MAIN, "double ratio;");
    accepted(MAIN, "double feelsLike;");
    rejected(MAIN + ":1 money", MAIN, "double amount;");
    rejected(MAIN + ":1 money", MAIN, "double serviceFee = feeOf(order);");
    rejected(MAIN + ":1 money", MAIN, "x = orderPrice * (float) y;");
  }

  @Test
  void deadLinkIsRejected() {
    String target =
        """
        # One two, `three`!
        ## Same
        ## Same
        <a id="mine"></a>
        ## \u4e2d\u6587 \u6807\u9898
        """;
    String source =
        """
        [x](sub/b.md) [y](sub/b.md#one-two-three) [z](sub/b.md#same-1) [m](sub/b.md#mine)
        [c](sub/b.md#\u4e2d\u6587-\u6807\u9898) [r](../README.md "t")
        [f](sub/) [h](https://example.org)
        `[code](nowhere.md)`
        ```
        [code](nowhere.md)
        ```
        [self](#here)
        # Here
        """;
    accepted("docs/a.md", source, "docs/sub/b.md", target, "README.md", "x");
    rejected("a.md:1 link: dead link: there is no b.md", "a.md", "[x](b.md)");
    rejected("a.md:2 link", "a.md", "\n[ref]: b.md");
    rejected("a.md:1 link: dead link: b.md has no heading", "a.md", "[x](b.md#q)", "b.md", "# P");
    rejected("a.md:1 link", "a.md", "[x](/a.md)");
  }

  @Test
  void forbiddenWordIsRejectedEverywhere() {
    Rules rules = RULES.forbidding("\\bacme\\b", "name no customer");
    assertThat(findings(rules, "a.sql", "-- acmeist")).isEmpty();
    assertThat(findings(rules, "a.sql", "-- for Acme"))
        .containsExactly("a.sql:1 word: \"Acme\": name no customer");
    assertThat(findings(rules.except(Rule.WORD, "a", "a specimen"), "a.sql", "acme")).isEmpty();
    assertThat(findings(rules.except(Rule.WORD, "b", "a specimen"), "a.sql", "acme")).hasSize(1);
  }

  @Test
  void caseThatIsExplainedAndCitedIsAccepted() {
    assertThat(
            findings(
                CASES,
                "docs/cases.md",
                "## C42 Twice\n| R3.6 | text |\n| `S1` | text |\n### F7: late\nSee C99.",
                TEST,
                "void a() { // C42, R3.6\nvoid b() { // S1: also\nx(); // F7\n"
                    + "// C8 alone on its line\nx(); // S3 buckets\ny = \"// C9\";"))
        .isEmpty();
  }

  @Test
  void caseThatIsOnlyCitedOrOnlyExplainedIsRejected() {
    assertThat(findings(CASES, "docs/cases.md", "", TEST, "x(); // C42"))
        .singleElement()
        .asString()
        .startsWith(TEST + ":1 case: C42 is cited but not explained");
    assertThat(findings(CASES, "docs/cases.md", "\n## R1.10 x", TEST, "x(); // nothing"))
        .containsExactly("docs/cases.md:2 case: R1.10 is explained but no test cites it");
    assertThat(findings(RULES, TEST, "x(); // C42")).isEmpty();
  }

  @Test
  void suiteInMainCodeIsATestToo() {
    String suite = "package a.b;\n@Test\nvoid x() { // C42\n";
    assertThat(findings(CASES, "docs/cases.md", "# C42", MAIN, suite)).isEmpty();
    rejected(MAIN + ":4 sleep", MAIN, suite + "Thread.sleep(1);");
  }

  @Test
  void filesAreReadFromDiskExceptWhatIsBuilt(@TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("target"));
    Files.writeString(root.resolve("target/a.md"), "TODO");
    Files.write(root.resolve("logo.png"), new byte[] {-1, -2});
    Files.writeString(root.resolve("LICENSE"), "free");
    Files.writeString(root.resolve("a.md"), "![logo](logo.png) [terms](LICENSE)");
    assertThatCode(() -> Tidy.assertTidy(root, RULES)).doesNotThrowAnyException();
    Files.writeString(root.resolve("b.md"), "TODO");
    assertThatThrownBy(() -> Tidy.assertTidy(root, RULES))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("b.md:1 leftover");
  }

  @Test
  void testkitItselfIsTidy() {
    Path module = Path.of("").toAbsolutePath();
    assertThat(module.resolve("src/main/java")).isDirectory();
    Tidy.assertTidy(module, RULES);
  }
}
