package io.paidonce.sabotage;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.simulator.cli.PaidOnceSimulator;
import io.paidonce.testkit.processes.ChildJvm;
import io.paidonce.testkit.processes.Ports;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo must fail where a promise is broken; here each is broken once. */
class SabotageTest {

  private static final Duration STORY_DEADLINE = Duration.ofMinutes(5);

  @ParameterizedTest
  @CsvSource({
    "nothing, 0, ✓ nothing acknowledged was lost",
    "answers-before-the-commit, 1, ✗ nothing acknowledged was lost",
    "no-unique-key, 1, ✗ each fact stored once",
    "signature-ignored, 1, ✗ forged and tampered refused"
  })
  void theDemoNamesThePromiseThatIsBroken(
      String sabotage, int exitCode, String line, @TempDir Path directory) {
    try (ChildJvm demo =
        ChildJvm.ofMain(PaidOnceSimulator.class)
            .property("stdout.encoding", "UTF-8")
            .property("file.encoding", "UTF-8")
            .arguments(
                "demo",
                "--once",
                "--data",
                directory.resolve("data").toString(),
                "--hub-port",
                Integer.toString(Ports.free()),
                "--port",
                Integer.toString(Ports.free()),
                "--hub-command",
                hubCommand(sabotage))
            .start()) {
      int code = demo.awaitExit(STORY_DEADLINE);
      assertThat(demo.output()).as("output").anyMatch(said -> said.strip().equals(line));
      assertThat(code).as("exit code; %s", demo.output()).isEqualTo(exitCode);
    }
  }

  private static String hubCommand(String sabotage) {
    return String.join(
        " ",
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx512m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        SabotagedHub.class.getName(),
        "--sabotage=" + sabotage);
  }
}
