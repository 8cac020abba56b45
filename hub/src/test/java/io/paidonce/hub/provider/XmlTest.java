package io.paidonce.hub.provider;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlTest {

  private static void assertRefused(String document, Charset charset) {
    assertThatThrownBy(() -> Xml.flat(document.getBytes(charset), "xml"))
        .isInstanceOfSatisfying(
            NotBelieved.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Refusal.MALFORMED);
              assertThat(refused.detail()).doesNotContain("canary");
            });
  }

  private static List<String> doctypes(String place) {
    String lol = "<!ENTITY l0 \"lol\">";
    StringBuilder laughs = new StringBuilder(lol);
    for (int i = 1; i < 20; i++) {
      laughs.append("<!ENTITY l" + i + " \"").append(("&l" + (i - 1) + ";").repeat(10) + "\">");
    }
    return List.of(
        "<!DOCTYPE xml [<!ENTITY x SYSTEM \"" + place + "\">]><xml><a>&x;</a></xml>",
        "<!DOCTYPE xml [<!ENTITY % x SYSTEM \"" + place + "\"> %x;]><xml><a>1</a></xml>",
        "<!DOCTYPE xml SYSTEM \"" + place + "\"><xml><a>1</a></xml>",
        "<!DOCTYPE xml PUBLIC \"x\" \"" + place + "\"><xml><a>1</a></xml>",
        "<!DOCTYPE xml [<!ATTLIST a b CDATA \"c\">]><xml><a>1</a></xml>",
        "<!DOCTYPE xml><xml><a>1</a></xml>",
        "<?xml version=\"1.0\"?>\n<!-- --><!DOCTYPE xml [" + laughs + "]><xml><a>&l19;</a></xml>",
        "<xml><a>&x;</a></xml>",
        "<xml><a>&l19;</a></xml>");
  }

  @Test
  void noDocumentTypeIsReadFromAnywhere(@TempDir Path directory) throws IOException { // S1, S2
    Path secret = Files.writeString(directory.resolve("secret"), "canary");
    try (ServerSocket outside = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      outside.setSoTimeout(1);
      String http = "http://127.0.0.1:" + outside.getLocalPort() + "/canary";
      List<String> corpus =
          Stream.of(http, secret.toUri().toString(), "file:///etc/passwd", "jar:" + http + "!/x")
              .flatMap(place -> doctypes(place).stream())
              .toList();
      for (String document : corpus) {
        assertRefused(document, UTF_8);
        assertRefused(document, UTF_16);
      }
      assertThatThrownBy(outside::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void everyEntryPointRefusesTheCorpus() { // S1, S2
    ProviderChannel v2 =
        Verdicts.open(
            java.util.Map.of(
                "provider", "wechatpay-v2",
                "merchant-id", "10000100",
                "app-ids", "wx1",
                "api-key", "192006250b4c09247ec02edce69f6a2d"));
    for (String document : doctypes("file:///etc/passwd")) {
      assertThat(Verdicts.reason(v2.verify(Verdicts.request(document.getBytes(UTF_8)))))
          .isEqualTo(Refusal.MALFORMED);
    }
  }

  @Test
  void billionLaughsCostNothing() { // S1
    String laughs = doctypes("x").get(6);
    assertRefused(laughs, UTF_8);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    assertRefused(laughs, UTF_8);
    Duration cost = Duration.ofNanos(threads.getCurrentThreadCpuTime() - start);
    assertThat(cost).isLessThan(Duration.ofMillis(50));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<xml>",
        "<xml/><xml/>",
        "<root><a>1</a></root>",
        "<xml><a><b>1</b></a></xml>",
        "<xml><a>1</a><a>1</a></xml>",
        "<xml><a>1</a><a></a></xml>",
        "<xml>1<a>1</a></xml>",
        "<xml><a x='1'>1</a></xml>",
        "<xml xmlns='u'><a>1</a></xml>",
        "<xml xmlns:n='u'><n:a>1</n:a></xml>",
        "<xml><a>1<!-- --></a></xml>",
        "<xml><a>1<?p i?></a></xml>",
        "<?p i?><xml><a>1</a></xml>",
        "<xml><a>1</a></xml>x",
        "<xml><a>\u0000</a></xml>",
        "{\"a\":1}"
      })
  void whatIsNotFlatAndPlainIsRefused(String document) {
    assertRefused(document, UTF_8);
  }

  @Test
  void elementsAreCapped() throws NotBelieved {
    StringBuilder elements = new StringBuilder();
    for (int i = 0; i < Xml.ELEMENTS_MAX; i++) {
      elements.append("<a" + i + ">1</a" + i + ">");
    }
    assertThat(Xml.flat(("<xml>" + elements + "</xml>").getBytes(UTF_8), "xml"))
        .hasSize(Xml.ELEMENTS_MAX);
    assertRefused("<xml>" + elements + "<b>1</b></xml>", UTF_8);
    assertRefused("<a>".repeat(20_000), UTF_8);
  }

  @Test
  void textIsReadAsItStands() throws NotBelieved {
    String document =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xml>\n <a><![CDATA[ <b>&amp; ]]></a>"
            + "<b>x<![CDATA[y]]>z &lt;&amp;&#x6d4b;</b>\n<c/><d>\n</d></xml>\n";
    assertThat(Xml.flat(document.getBytes(UTF_8), "xml"))
        .containsEntry("a", " <b>&amp; ")
        .containsEntry("b", "xyz <&测")
        .containsEntry("c", "")
        .containsEntry("d", "\n")
        .hasSize(4);
  }

  @Test
  void onlyThisRoomsReaderMakesXmlFactories() throws IOException { // S2
    Path sources = Path.of("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      List<String> makers =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(XmlTest::makesAnXmlFactory)
              .map(file -> file.getFileName().toString())
              .toList();
      assertThat(makers).containsExactly("Xml.java");
    }
  }

  private static boolean makesAnXmlFactory(Path file) {
    try {
      return Files.readString(file)
          .matches(
              "(?s).*(XMLInputFactory|DocumentBuilderFactory|SAXParserFactory|TransformerFactory"
                  + "|SchemaFactory|XPathFactory|XmlMapper|Unmarshaller).*");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
