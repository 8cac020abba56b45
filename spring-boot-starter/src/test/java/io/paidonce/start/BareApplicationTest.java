package io.paidonce.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.spring.IdempotencyAutoConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** An application of Boot alone, with nothing but the starter added. */
class BareApplicationTest {

  private static final String[] MAY_BE_MISSING = {
    "org.springframework.jdbc",
    "org.springframework.transaction",
    "org.springframework.data",
    "org.springframework.web",
    "org.springframework.boot.actuate",
    "io.lettuce",
    "io.micrometer",
    "jakarta.servlet",
    "tools.jackson"
  };

  @Test
  void itStartsWithoutAnyOfTheOptionalParts() {
    List<String> candidates = new ArrayList<>();
    ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader())
        .forEach(
            it -> {
              if (it.startsWith("io.paidonce.")) {
                candidates.add(it);
              }
            });
    assertThat(candidates).contains(IdempotencyAutoConfiguration.class.getName());
    FilteredClassLoader bare = new FilteredClassLoader(MAY_BE_MISSING);
    Class<?>[] configurations =
        candidates.stream()
            .filter(name -> !name.startsWith("io.paidonce.web."))
            .map(BareApplicationTest::load)
            .toArray(Class<?>[]::new);
    new ApplicationContextRunner()
        .withClassLoader(bare)
        .withConfiguration(AutoConfigurations.of(configurations))
        .run(context -> assertThat(context).hasNotFailed());
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, BareApplicationTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void itGainsNoJarOfAThirdParty() throws Exception {
    Path root = Path.of(System.getProperty("paidonce.root", ".."));
    assertThat(compiled(root.resolve("spring-boot-starter/pom.xml")))
        .containsExactlyInAnyOrder("paidonce-core", "spring-boot-starter");
    // Both of these come with every Boot application.
    assertThat(compiled(root.resolve("core/pom.xml"))).containsExactly("slf4j-api");
    assertThat(compiled(root.resolve("pom.xml"))).containsExactly("jspecify");
  }

  /** Dependencies that an application inherits: neither optional nor of tests. */
  private static List<String> compiled(Path pom) throws Exception {
    NodeList all =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Files.newInputStream(pom))
            .getElementsByTagName("dependency");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      Element it = (Element) all.item(i);
      boolean managed =
          it.getParentNode().getParentNode().getNodeName().equals("dependencyManagement");
      if (!managed && text(it, "scope").isEmpty() && !text(it, "optional").equals("true")) {
        names.add(text(it, "artifactId"));
      }
    }
    return names;
  }

  private static String text(Element parent, String name) {
    NodeList found = parent.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent();
  }
}
