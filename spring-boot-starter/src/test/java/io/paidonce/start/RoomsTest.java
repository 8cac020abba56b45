package io.paidonce.start;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/** The starter's rooms: each optional part is one package, which the others do not need. */
class RoomsTest {

  @Test
  void noRoomNeedsAnOptionalOne() {
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.paidonce");
    for (String room : new String[] {"jdbc", "redis", "transaction", "web"}) {
      ArchRuleDefinition.noClasses()
          .that()
          .resideOutsideOfPackage("io.paidonce." + room)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.paidonce." + room)
          .allowEmptyShould(true)
          .check(classes);
    }
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAPackage("io.paidonce")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.springframework..", "io.paidonce.spring")
        .check(classes);
  }
}
