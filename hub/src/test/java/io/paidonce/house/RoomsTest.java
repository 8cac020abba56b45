package io.paidonce.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.paidonce.hub.HubApplication;
import io.paidonce.hub.provider.alipay.AlipayDialect;
import io.paidonce.testkit.rooms.RoomTable;
import io.paidonce.testkit.rooms.Walls;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of rooms; docs/internals/rooms.md says what each is for. */
class RoomsTest {

  private static final String HUB = "io.paidonce.hub";
  private static final JavaClasses MAIN = House.shipped("io.paidonce");

  /** Who may use whom. Changing a room's friends means changing this first. */
  private static final RoomTable ROOMS =
      RoomTable.below(HUB)
          .roomThatKnowsAll(RoomTable.BASE)
          .room("model")
          .room("provider", "model")
          .room("gate", "model")
          .room("inbox", "model")
          .room("cases", "model")
          .room("ingress", "provider", "gate", "inbox", "cases", "model")
          .room("catalog", "model")
          .room("order", "model", "catalog")
          .room("asking", "provider", "inbox", "order", "cases", "model")
          .room("entitlement", "model")
          .room("outbox", "model")
          .room("pipeline", "inbox", "order", "catalog", "entitlement", "outbox", "cases", "model")
          .room("story", "order", "entitlement", "inbox", "outbox", "cases", "model")
          .room("api", "order", "catalog", "entitlement", "story", "cases", "model")
          .roomThatKnowsAll("wiring")
          .build();

  @Test
  void hubKeepsToItsRooms() {
    assertThat(MAIN.contain(HubApplication.class.getName())).isTrue();
    ROOMS.check(MAIN);
  }

  @Test
  void providersDoNotKnowEachOtherButForTheTwoOfWechat() {
    noClasses()
        .that()
        .resideInAPackage("..provider.alipay..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..provider.wechatpay..", "..provider.wechatpayv2..")
        .check(MAIN);
    noClasses()
        .that()
        .resideInAnyPackage("..provider.wechatpay..", "..provider.wechatpayv2..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("..provider.alipay..")
        .check(MAIN);
    assertThat(MAIN.contain(AlipayDialect.class.getName())).isTrue();
  }

  @Test
  void wordsOfAllRoomsUseJavaOnly() {
    classes()
        .that()
        .resideInAPackage(HUB + ".model..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", HUB + ".model..")
        .check(MAIN);
  }

  @Test
  void coreUsesJavaAndALoggerOnly() {
    classes()
        .that()
        .resideInAPackage("io.paidonce")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.slf4j..", "org.jspecify..", "io.paidonce")
        .check(MAIN);
  }

  @Test
  void simulatorKnowsNothingOfOurs() {
    DescribedPredicate<JavaClass> ours =
        DescribedPredicate.describe(
            "ours",
            type ->
                (type.getPackageName() + ".").startsWith("io.paidonce.")
                    && !(type.getPackageName() + ".").startsWith("io.paidonce.simulator."));
    noClasses()
        .that()
        .resideInAPackage("io.paidonce.simulator..")
        .should()
        .dependOnClassesThat(ours)
        .because("a wrong verifier must not be confirmed by the same wrong signer")
        .check(MAIN);
  }

  @Test
  void xmlIsReadInOnePlace() { // S2
    Walls.xmlFactoriesOnlyIn(HUB + ".provider.Xml").check(MAIN);
  }

  @Test
  void moneyIsNoFloatingPointNumber() { // S26
    List<String> rooms =
        List.of("model", "provider", "catalog", "order", "entitlement", "pipeline", "story", "api");
    Walls.noFloatingPointIn(
            rooms.stream().map(room -> HUB + "." + room + "..").toArray(String[]::new))
        .check(MAIN);
  }

  @Test
  void signaturesAndKeysAreComparedInConstantTime() { // S39
    noClasses()
        .that()
        .resideInAnyPackage(HUB + "..")
        .should()
        .callMethod(java.util.Arrays.class, "equals", byte[].class, byte[].class)
        .because("MessageDigest.isEqual takes the same time wherever the difference is")
        .check(MAIN);
  }
}
