package io.paidonce.manners;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.HubApplication;
import io.paidonce.hub.wiring.HubCommand;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.processes.Ports;
import io.paidonce.testkit.processes.Reaper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A hub that cannot start says why in one line that names the property, and ends with 2. */
class StartMannersTest {

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final String API_KEY = "paidonce.api-keys[0].key";
  private static final String ALIPAY_KEY =
      "paidonce.channels." + TestShop.ALIPAY + ".alipay-public-key";
  private static final String V3_KEY = "paidonce.channels." + TestShop.WECHAT + ".api-v3-key";
  private static final String V2_KEY = "paidonce.channels." + TestShop.WECHAT_V2 + ".api-key";

  /** Boot's own logging, as in the hub's jar; the simulator on our class path brings another. */
  private static final String BOOTS_LOGGING =
      """
      <configuration>
        <include resource="org/springframework/boot/logging/logback/defaults.xml"/>
        <include resource="org/springframework/boot/logging/logback/console-appender.xml"/>
        <root level="INFO"><appender-ref ref="CONSOLE"/></root>
      </configuration>
      """;

  private static final Path LOGGING = Reaper.scratch("logging").resolve("logback.xml");

  @TempDir private Path directory = Path.of("");

  @BeforeAll
  static void logAsTheHubDoes() throws IOException {
    Files.writeString(LOGGING, BOOTS_LOGGING);
  }

  private static Stream<Arguments> badSettings() {
    String pkcs8 = Base64.getEncoder().encodeToString(TestShop.alipayKey().getEncoded());
    return Stream.of(
        Arguments.of(API_KEY, ""),
        Arguments.of(API_KEY, "   "),
        Arguments.of(API_KEY, "${NOBODY_SETS_THIS}"),
        Arguments.of(API_KEY, "short"),
        Arguments.of(V3_KEY, ""),
        Arguments.of(V3_KEY, "   "),
        Arguments.of(V3_KEY, "${NOBODY_SETS_THIS}"),
        Arguments.of(V3_KEY, "31-characters-are-not-enough-00"),
        Arguments.of(V2_KEY, "changemechangemechangemechangeme"),
        Arguments.of(V2_KEY, "00000000000000000000000000000000"),
        Arguments.of(ALIPAY_KEY, pkcs8),
        Arguments.of(ALIPAY_KEY, "file:no-such-key.pem"),
        Arguments.of("paidonce.channels." + TestShop.ALIPAY + ".app-idd", "2021"),
        Arguments.of("paidonce.channels." + TestShop.ALIPAY + ".provider", "paypal"),
        Arguments.of("paidonce.products.tokens-1000.price.value", "0"),
        Arguments.of("paidonce.products.tokens-1000.price.currency", "XXXX"),
        Arguments.of("paidonce.gate.retention", "soon"),
        Arguments.of("paidonce.late-payment", "maybe"),
        Arguments.of("spring.datasource.url", "jdbc:oracle:thin:@db"));
  }

  @ParameterizedTest
  @MethodSource("badSettings")
  void badSettingIsNamedInOneLineByStartAndCheck(String property, String value) { // S20, S21, S22
    for (String check : new String[] {"--check-config", "--server.port=0"}) {
      List<String> arguments = arguments(Map.of(property, value));
      arguments.add(check);
      Said said = inThisJvm(arguments);
      assertThat(said.code()).as(said.err()).isEqualTo(2);
      assertThat(said.err().lines()).as(said.err()).hasSize(1);
      assertThat(said.err()).startsWith("paidonce hub: ").contains(property);
      if (property.endsWith("key") && value.length() > 8 && !value.contains(":")) {
        assertThat(said.err()).doesNotContain(value.substring(1, 8));
      }
    }
  }

  @Test
  void ownPublicKeyInTheProvidersPlaceIsNoticed() { // S16
    String prefix = "paidonce.channels." + TestShop.ALIPAY + ".";
    String own = Base64.getEncoder().encodeToString(TestShop.alipayKey().getEncoded());
    Said said =
        inThisJvm(with("--check-config", arguments(Map.of(prefix + "app-private-key", own))));
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains(ALIPAY_KEY).contains("own key");
    assertThat(said.err().lines()).hasSize(1);
  }

  @Test
  void goodConfigurationIsSaidToBeGood() {
    Said said = inThisJvm(with("--check-config", arguments(Map.of())));
    assertThat(said.err()).isEmpty();
    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("configuration is good: 3 channels");
  }

  @Test
  void missingFileAndStrayWordAreRefused() {
    Said missing = inThisJvm(List.of("--config", directory.resolve("none.yaml").toString()));
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err().lines()).singleElement().asString().contains("--config");
    Said stray = inThisJvm(List.of("start"));
    assertThat(stray.code()).isEqualTo(2);
    assertThat(stray.err().lines()).singleElement().asString().contains("start").contains("--help");
  }

  @Test
  void badYamlIsNamedInOneLine() throws IOException {
    Path file = directory.resolve("application.yaml");
    Files.writeString(file, "paidonce:\n  channels: [\n");
    Said said = inThisJvm(List.of("--check-config", "--config", file.toString()));
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err().lines()).as(said.err()).hasSize(1);
    assertThat(said.err()).contains("--config").contains("line ");
  }

  @Test
  void processWithABadSettingEndsWithOneLineAndNoTrace() {
    List<String> arguments = arguments(Map.of(V3_KEY, ""));
    Command.Ended ended = Command.java(directory, HubApplication.class, arguments).run(SOON);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.line()).contains(V3_KEY);
    assertThat(ended.out()).doesNotContain("\tat ").doesNotContain("Exception");
  }

  @Test
  void portInUseIsNamed() throws IOException {
    int port = Ports.free();
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      List<String> arguments =
          arguments(Map.of("server.port", Integer.toString(port), "server.address", "127.0.0.1"));
      Command.Ended ended = Command.java(directory, HubApplication.class, arguments).run(SOON);
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.line()).contains("port " + port).contains("--server.port");
      assertThat(ended.out()).doesNotContain("\tat ");
    }
  }

  @Test
  void dataOfAnotherHubIsLeftAlone() throws SQLException {
    String url = "jdbc:h2:file:" + directory.resolve("data/paidonce") + ";MODE=PostgreSQL";
    try (Connection other = DriverManager.getConnection(url, "sa", "")) {
      assertThat(other.isValid(1)).isTrue();
      List<String> arguments = arguments(Map.of("server.port", "0"));
      arguments.removeIf(argument -> argument.startsWith("--spring.datasource.url"));
      Command.Ended ended = Command.java(directory, HubApplication.class, arguments).run(SOON);
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.line()).contains("./data").contains("another hub");
      assertThat(ended.out()).doesNotContain("\tat ");
    }
  }

  private record Said(int code, String out, String err) {}

  /** Runs the command in this JVM, which is quick, and listens to what it says. */
  private static Said inThisJvm(List<String> arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
    try {
      int code = HubCommand.run(HubApplication.class, arguments.toArray(String[]::new));
      return new Said(
          code,
          outBytes.toString(StandardCharsets.UTF_8),
          errBytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private static List<String> with(String argument, List<String> arguments) {
    arguments.add(argument);
    return arguments;
  }

  private static List<String> arguments(Map<String, String> overriding) {
    Map<String, String> settings = new LinkedHashMap<>(TestShop.settings());
    settings.put("spring.datasource.url", "jdbc:h2:mem:manners;MODE=PostgreSQL");
    settings.put("logging.config", LOGGING.toString());
    settings.putAll(overriding);
    List<String> arguments = new ArrayList<>();
    settings.forEach((name, value) -> arguments.add("--" + name + "=" + value));
    return arguments;
  }
}
