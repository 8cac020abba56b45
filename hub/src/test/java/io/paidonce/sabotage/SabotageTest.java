package io.paidonce.sabotage;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.simulator.cli.PaidOnceSimulator;
import io.paidonce.testkit.processes.ChildJvm;
import io.paidonce.testkit.processes.Ports;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo must fail where a promise is broken; here each is broken once. */
class SabotageTest {

  private static final Duration STORY_DEADLINE = Duration.ofMinutes(5);

  @Test
  void aSoundHubKeepsEveryPromise(@TempDir Path directory) {
    try (ChildJvm demo = demo("nothing", directory)) {
      judge(demo, 0, "✓ nothing acknowledged was lost");
    }
  }

  /** All at once: most of a demo is waiting. */
  @Test
  void theDemoNamesThePromiseThatIsBroken(@TempDir Path directory) {
    try (ChildJvm early = demo("answers-before-the-commit", directory);
        ChildJvm twice = demo("no-unique-key", directory);
        ChildJvm credulous = demo("signature-ignored", directory)) {
      judge(early, 1, "✗ nothing acknowledged was lost");
      judge(twice, 1, "✗ each fact stored once");
      judge(credulous, 1, "✗ forged and tampered refused");
    }
  }

  private static ChildJvm demo(String sabotage, Path directory) {
    return ChildJvm.ofMain(PaidOnceSimulator.class)
        .property("stdout.encoding", "UTF-8")
        .property("file.encoding", "UTF-8")
        .arguments(
            "demo",
            "--once",
            "--data",
            directory.resolve(sabotage).toString(),
            "--hub-port",
            Integer.toString(Ports.free()),
            "--port",
            Integer.toString(Ports.free()),
            "--hub-command",
            hubCommand(sabotage))
        .start();
  }

  private static void judge(ChildJvm demo, int exitCode, String line) {
    int code = demo.awaitExit(STORY_DEADLINE);
    assertThat(demo.output()).as("output").anyMatch(said -> said.strip().equals(line));
    assertThat(code).as("exit code; %s", demo.output()).isEqualTo(exitCode);
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
