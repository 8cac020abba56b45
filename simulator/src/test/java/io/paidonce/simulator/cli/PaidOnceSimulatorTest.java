package io.paidonce.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaidOnceSimulatorTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private final Path directory;

  PaidOnceSimulatorTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void demoKeepsItsPromisesWithAHubThatIsReallyKilled() throws Exception {
    Path data = directory.resolve("data");
    String hub =
        "'%s' -cp '%s' io.paidonce.simulator.story.StandInMain"
            .formatted(JAVA, System.getProperty("java.class.path"));
    int exit = demo(data, "--hub-command", hub, "--seed", "7");
    assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(exit).as(said.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("15 of 15 promises held");
    Path yaml = data.resolve("demo/application.yaml");
    assertThat(Files.readString(yaml))
        .contains("\n  channels:\n    shop-alipay:\n      provider: alipay\n")
        .contains("file:" + data.resolve("demo/keys/alipay.pem"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(yaml)))
        .isEqualTo("rw-------");
    assertThat(data.resolve("journal")).exists();
  }

  @Test
  void hubThatEndsAtOnceIsOneClearLine() throws Exception {
    int exit = demo(directory.resolve("data"), "--hub-command", "'" + JAVA + "' -version");
    assertThat(exit).isEqualTo(1);
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("the hub ended with exit code 0 before it was ready; see ")
        .endsWith("hub.log");
  }

  @Test
  void hubThatCannotBeStartedIsOneClearLine() throws Exception {
    int exit = demo(directory.resolve("data"), "--hub-command", "/no/such/program");
    assertThat(exit).isEqualTo(1);
    assertThat(lines()).singleElement().asString().startsWith("the hub cannot be started: ");
  }

  @Test
  void takenPortIsOneClearLineAndExitCodeTwo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      int exit = run("demo", "--hub-command", "x", "--data", data(), "--hub-port", port);
      assertThat(exit).isEqualTo(2);
      assertThat(lines())
          .singleElement()
          .asString()
          .startsWith("port " + port + " is not free; choose another by --hub-port");
    }
  }

  @Test
  void directoryThatIsAFileIsOneClearLineAndExitCodeTwo() throws Exception {
    Path file = Files.createFile(directory.resolve("data"));
    int exit = demo(file, "--hub-command", "x");
    assertThat(exit).isEqualTo(2);
    assertThat(lines()).singleElement().asString().contains("is not writable");
  }

  @Test
  void wrongUseIsOneClearLineAndExitCodeTwo() {
    assertThat(run("demo")).isEqualTo(2);
    assertThat(run("demo", "--hub-command", "'x", "--data", data())).isEqualTo(2);
    assertThat(run("dance")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(lines()).hasSize(4).allMatch(line -> line.endsWith("--help"));
  }

  @Test
  void helpIsEverywhere() {
    assertThat(run("--help")).isZero();
    assertThat(run("demo", "--help")).isZero();
    assertThat(run("serve", "--help")).isZero();
  }

  @Test
  void commandWordsKeepWhatIsQuoted() {
    assertThat(CommandWords.split(" java  -jar 'a b.jar' \"\" x'y'"))
        .containsExactly("java", "-jar", "a b.jar", "", "xy");
  }

  private int demo(Path data, String... more) throws IOException {
    List<String> args = new java.util.ArrayList<>();
    args.addAll(List.of("demo", "--once", "--data", data.toString()));
    args.addAll(List.of("--hub-port", freePort(), "--port", freePort()));
    args.addAll(List.of(more));
    return run(args.toArray(new String[0]));
  }

  private int run(String... args) {
    return PaidOnceSimulator.run(
        new PrintStream(said, true, StandardCharsets.UTF_8),
        new PrintStream(errors, true, StandardCharsets.UTF_8),
        args);
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  private List<String> lines() {
    return errors.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static String freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(socket.getLocalPort());
    }
  }
}
