package io.paidonce.hub.pipeline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.paidonce.reference.Reference;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** What the hub decides ends where the reference says, for scripts of every kind. */
class ModelTest {

  static final int SMALL = 500;
  static final int FULL = 10_000;

  @Test
  void everyScriptEndsAsTheReferenceSays() { // R3.3, S37, C82, C84
    Sought.holds(
        Script.any(),
        Seeds.next("ModelTest"),
        Counts.of(SMALL, FULL),
        script -> Rehearsal.play(script, Decide::order));
  }

  @Test
  void theReferenceKnowsNothingOfTheHub() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", Reference.class.getPackageName())
        .check(new ClassFileImporter().importPackagesOf(Reference.class));
  }
}
