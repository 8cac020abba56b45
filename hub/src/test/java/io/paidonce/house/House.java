package io.paidonce.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;

/** Where the repository is, and its compiled main classes. */
final class House {

  private House() {}

  /** The root of the repository. */
  static Path root() {
    String root = System.getProperty("paidonce.root");
    if (root == null) {
      throw new IllegalStateException("run by Maven, or with -Dpaidonce.root=DIRECTORY");
    }
    return Path.of(root);
  }

  /** Main classes below these packages. */
  static JavaClasses shipped(String... packages) {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .withImportOption(location -> !location.contains("/testkit/"))
        .importPackages(packages);
  }
}
