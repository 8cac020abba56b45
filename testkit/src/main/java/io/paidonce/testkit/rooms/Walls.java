package io.paidonce.testkit.rooms;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.Set;

/** Rules that hold for compiled classes beside the table of rooms. */
public final class Walls {

  private static final String XML_FACTORIES =
      "javax\\.xml\\..*Factory|org\\.xml\\.sax\\.helpers\\.XMLReaderFactory";

  private static final DescribedPredicate<JavaClass> FLOATING =
      DescribedPredicate.describe(
          "floating-point", type -> isFloating(type.getBaseComponentType().getName()));

  private Walls() {}

  /**
   * XML factories are used by this class (and its nested classes) only, so that there is one place
   * in which external entities are refused.
   */
  public static ArchRule xmlFactoriesOnlyIn(String className) {
    return noClasses()
        .that()
        .haveNameNotMatching(className.replace(".", "\\.") + "(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(XML_FACTORIES)
        .as("XML factories are made in " + className + " only")
        .allowEmptyShould(true);
  }

  /** No field, result or parameter in these packages ({@code ..money..}) is a double or float. */
  public static ArchRule noFloatingPointIn(String... packages) {
    DescribedPredicate<java.util.List<JavaClass>> any =
        DescribedPredicate.describe("any floating-point", l -> l.stream().anyMatch(FLOATING));
    return CompositeArchRule.of(
            noFields()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(packages)
                .should()
                .haveRawType(FLOATING))
        .and(
            noMethods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(packages)
                .should()
                .haveRawReturnType(FLOATING)
                .orShould()
                .haveRawParameterTypes(any))
        .allowEmptyShould(true)
        .as("no floating-point number in " + String.join(", ", packages));
  }

  /** Packages directly below this one use each other in one direction only. */
  public static ArchRule noCirclesBelow(String basePackage) {
    return slices().matching(basePackage + ".(*)..").should().beFreeOfCycles();
  }

  private static boolean isFloating(String name) {
    return Set.of("double", "float", "java.lang.Double", "java.lang.Float").contains(name);
  }
}
