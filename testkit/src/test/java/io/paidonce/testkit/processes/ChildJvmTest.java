package io.paidonce.testkit.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.testkit.Eventually;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildJvmTest {

  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final Launch TALKER = ChildJvm.ofMain(Talker.class);

  @Test
  void argumentsEnvironmentAndCrashPointReachTheChild() {
    Launch launch =
        TALKER.arguments("greet", "world").environment("TALKER_WORD", "w").crashAt("inbox", 3);
    try (ChildJvm child = launch.start()) {
      assertThat(child.awaitLine(Pattern.compile("hello"), DEADLINE))
          .isEqualTo("hello world w inbox:3");
      assertThat(child.awaitExit(DEADLINE)).isZero();
      assertThat(child.exited()).hasValue(0);
    }
  }

  @Test
  void onlyTheLatestLinesAreKeptAndAllAreInTheLog() throws IOException {
    int lines = Output.LINES_MAX + 500;
    try (ChildJvm child = TALKER.arguments("count", Integer.toString(lines)).start()) {
      child.awaitLine(Pattern.compile("line " + (lines - 1) + "$"), DEADLINE);
      child.awaitExit(DEADLINE);
      assertThat(child.output()).hasSize(Output.LINES_MAX).doesNotContain("line 0");
      Eventually.passes(() -> assertThat(Files.readAllLines(child.log())).hasSize(lines), DEADLINE);
    }
  }

  @Test
  void childThatEndsBeforeItsLineIsReportedAtOnce() {
    try (ChildJvm child = TALKER.arguments("count", "3").start()) {
      assertThatThrownBy(() -> child.awaitLine(Pattern.compile("never"), DEADLINE))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("ended without")
          .hasMessageContaining("line 2");
    }
  }

  @Test
  void exitCodeIsTheChilds() {
    try (ChildJvm child = TALKER.arguments("exit", "7").start()) {
      assertThat(child.awaitExit(DEADLINE)).isEqualTo(7);
    }
  }

  @Test
  void servingChildIsAwaitedTerminatedAndKilled() {
    int port = Ports.free();
    URI uri = URI.create("http://127.0.0.1:" + port + "/");
    Launch launch = TALKER.arguments("serve", Integer.toString(port));
    try (ChildJvm child = launch.start()) {
      child.awaitHttp(uri, 204, DEADLINE);
      assertThat(child.exited()).isEmpty();
      assertThat(child.terminate(DEADLINE)).isEqualTo(143);
    }
    try (ChildJvm child = launch.start()) {
      child.awaitHttp(uri, 204, DEADLINE);
      child.killHard();
      assertThat(child.exited()).hasValue(137);
      assertThatThrownBy(() -> child.awaitHttp(uri, 204, DEADLINE))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("ended before");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stay", "leave"})
  void serversDoNotOutliveTheJvmThatStartedThem(String how) {
    try (ChildJvm child = TALKER.arguments("servers", how).start()) {
      String line = child.awaitLine(Pattern.compile("^started "), DEADLINE);
      List<String> words = List.of(line.split(" ", -1));
      Path scratch = Path.of(words.get(3));
      if (how.equals("stay")) {
        assertThat(Reaper.gone(Long.parseLong(words.get(1)))).isFalse();
        assertThat(scratch).isDirectory();
        child.killHard();
      } else {
        child.terminate(DEADLINE);
      }
      Eventually.passes(
          () -> {
            assertThat(Reaper.gone(Long.parseLong(words.get(1)))).isTrue();
            assertThat(Reaper.gone(Long.parseLong(words.get(2)))).isTrue();
            assertThat(scratch.getParent()).doesNotExist();
          },
          DEADLINE);
    }
  }

  @Test
  void jarKeepsItsOwnClassPath() {
    assertThatThrownBy(() -> ChildJvm.ofJar(Path.of("x.jar")).classPath("y"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void crashPointNeedsANameAndACount() {
    assertThatThrownBy(() -> TALKER.crashAt("a b", 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TALKER.crashAt("a", 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void portsAreNotGivenTwice() {
    assertThat(Ports.free()).isNotEqualTo(Ports.free()).isLessThan(32_768);
  }
}
