package io.paidonce.manners;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.processes.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher on machines that lack something, made of a few tools and impostors. */
class LauncherTest {

  private static final Duration SOON = Duration.ofMinutes(1);

  /** All the launcher may need of a system, and no Java, Maven or package manager. */
  private static final List<String> TOOLS =
      List.of(
          "dirname",
          "sed",
          "head",
          "tail",
          "grep",
          "find",
          "touch",
          "cp",
          "rm",
          "mkdir",
          "cat",
          "id",
          "readlink",
          "flock",
          "env",
          "sh");

  private static final String JAVA_17 =
      """
      case "$1" in
        -version) echo 'openjdk version "17.0.9" 2023-10-17' >&2; exit 0 ;;
        -Djarmode=tools)
          mkdir -p "$6/lib"; cp "$3" "$6/"; exit 0 ;;
        -XX:ArchiveClassesAtExit=*) touch "${1#*=}"; exit 0 ;;
      esac
      echo "process $$"
      for word in "$@"; do echo "word $word"; done
      exit 7
      """;

  private static final String MAVEN_THAT_BUILDS =
      """
      echo built >>builds
      for module in hub simulator; do
        mkdir -p "$module/target"
        touch "$module/target/paidonce-$module-1.jar" "$module/target/paidonce-$module-1-app.jar"
      done
      """;

  @TempDir private Path machine = Path.of("");
  private Path root = Path.of("");
  private Path bin = Path.of("");

  @BeforeEach
  void copyOfTheRepositoryOnABareMachine() throws IOException {
    root = machine.resolve("pay once (copy)");
    bin = machine.resolve("some bin");
    for (String module : List.of("core", "hub", "simulator")) {
      Files.createDirectories(root.resolve(module).resolve("src/main"));
      Files.writeString(root.resolve(module).resolve("pom.xml"), "<project/>");
    }
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.copy(Path.of(System.getProperty("paidonce.root"), "paidonce"), root.resolve("paidonce"));
    executable(root.resolve("paidonce"));
    Files.createDirectories(bin);
    for (String tool : TOOLS) {
      String where = Run.checked(machine, List.of("sh", "-c", "command -v " + tool)).strip();
      Files.createSymbolicLink(bin.resolve(tool), Path.of(where));
    }
  }

  private static void executable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void impostor(String name, String script) throws IOException {
    Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script, StandardCharsets.UTF_8);
    executable(bin.resolve(name));
  }

  private Command.Ended run(String... words) {
    List<String> command = new java.util.ArrayList<>(List.of("/bin/sh", root + "/paidonce"));
    command.addAll(List.of(words));
    return Command.in(machine, command)
        .with("PATH", bin.toString())
        .with("JAVA_HOME", "")
        .run(SOON);
  }

  /** A JDK: a compiler where the launcher looks for one, beside the folder of its java. */
  private void jdk() throws IOException {
    impostor("java", JAVA_17);
    Path home = machine.resolve("jdk");
    Files.createDirectories(home.resolve("bin"));
    Files.move(bin.resolve("java"), home.resolve("bin/java"));
    Files.createSymbolicLink(bin.resolve("java"), home.resolve("bin/java"));
    Files.writeString(home.resolve("bin/javac"), "#!/bin/sh\n");
    executable(home.resolve("bin/javac"));
  }

  @Test
  void javaThatIsMissingIsNamed() {
    Command.Ended ended = run("hub");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.line()).contains("Java is missing").contains("JDK 17");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.8.0_392", "11.0.2", "16"})
  void javaThatIsTooOldIsNamed(String version) throws IOException {
    impostor("java", "echo 'openjdk version \"" + version + "\" 2019-01-15' >&2");
    Command.Ended ended = run("demo");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.line()).contains("Java " + version + " is too old").contains("JDK 17");
  }

  @Test
  void javaWithoutCompilerIsNamed() throws IOException {
    impostor("java", JAVA_17);
    Command.Ended ended = run("hub");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("no compiler (javac)").contains("JDK 17");
  }

  @Test
  void mavenThatIsMissingIsNamed() throws IOException {
    jdk();
    Command.Ended ended = run("hub");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.line()).contains("Maven is missing").contains("install");
  }

  @Test
  void buildWithoutNetworkSaysSo() throws IOException {
    jdk();
    impostor(
        "mvn",
        """
        echo '[ERROR] Could not transfer artifact a:b:pom:1 from/to central: Unknown host'
        exit 1
        """);
    Command.Ended ended = run("demo");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err().lines().toList().get(ended.err().lines().toList().size() - 1))
        .contains("not built: no network")
        .contains("build.log");
  }

  @Test
  void hubIsBuiltOnceAndItsWordsProcessAndExitCodeAreItsOwn() throws IOException {
    jdk();
    impostor("mvn", MAVEN_THAT_BUILDS);
    Command.Ended first = run("hub", "--config", "my file.yaml", "");
    assertThat(first.code()).as(first.err()).isEqualTo(7);
    assertThat(first.out()).contains("process " + first.pid() + "\n");
    assertThat(first.out()).contains("word --config\nword my file.yaml\nword \n");
    assertThat(first.out())
        .contains("word -XX:SharedArchiveFile=" + root + "/target/launch/hub.jsa");
    Command.Ended second = run("hub");
    assertThat(second.err()).isEmpty();
    assertThat(second.code()).isEqualTo(7);
    assertThat(root.resolve("builds")).hasContent("built");
    Files.writeString(root.resolve("hub/src/main/New.java"), "");
    assertThat(run("hub").code()).isEqualTo(7);
    assertThat(Files.readAllLines(root.resolve("builds"))).hasSize(2);
  }

  @Test
  void demoKeepsApartFromTheHubsOwnData() throws IOException {
    jdk();
    impostor("mvn", MAVEN_THAT_BUILDS);
    Path own = machine.resolve("data/paidonce.mv.db");
    Files.createDirectories(own.resolveSibling("demo-4999999/demo"));
    Files.createDirectories(own.resolveSibling("demo-mine/demo"));
    Files.createDirectories(own.resolveSibling("demo-1/demo"));
    Files.writeString(own, "mine");
    Command.Ended ended = run("demo", "--once", "--seed", "9");
    assertThat(ended.out()).contains("word --data\nword data/demo-" + ended.pid() + "\n");
    assertThat(ended.out()).contains("word --once\nword --seed\nword 9\n");
    assertThat(ended.err()).contains("data/demo-" + ended.pid());
    assertThat(own).hasContent("mine");
    assertThat(own.resolveSibling("demo-4999999")).doesNotExist();
    assertThat(own.resolveSibling("demo-mine")).exists();
    assertThat(own.resolveSibling("demo-1")).exists();
    Command.Ended elsewhere = run("demo", "--data=else where", "--once");
    assertThat(elsewhere.out()).contains("word else where/demo-" + elsewhere.pid() + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drill", "demmo"})
  void commandThatIsNotThereIsSaidInOneLine(String command) {
    Command.Ended ended = run(command);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.line()).contains(command).contains("--help");
  }

  @Test
  void helpNamesWhatWorksOnly() {
    Command.Ended ended = run("--help");
    assertThat(ended.code()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out())
        .contains("demo ", "hub ", "simulator ", "check ", "bench ")
        .doesNotContain("drill");
  }
}
