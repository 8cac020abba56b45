package io.paidonce.testkit.rooms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

class RoomsTest {

  private static final String SPECIMEN = "io.paidonce.testkit.rooms.specimen";

  private static JavaClasses classes(String specimen) {
    return new ClassFileImporter().importPackages(SPECIMEN + "." + specimen);
  }

  private static RoomTable.Builder table(String specimen) {
    return RoomTable.below(SPECIMEN + "." + specimen);
  }

  @Test
  void roomMayUseItsFriendAlsoFromANestedPackage() {
    RoomTable table = table("good").room("inner").room("outer", "inner").build();
    assertThatCode(() -> table.check(classes("good"))).doesNotThrowAnyException();
  }

  @Test
  void nestedPackageThatIsListedIsARoomOfItsOwn() {
    RoomTable table =
        table("good").room("inner").room("outer", "inner").room("outer.nested").build();
    assertThat(table.violations(classes("good")))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("outer.nested must not use inner"));
  }

  @Test
  void roomThatUsesAForbiddenFriendIsRejected() {
    RoomTable table = table("forbidden").room("left").room("right").build();
    assertThatThrownBy(() -> table.check(classes("forbidden")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("left must not use right");
  }

  @Test
  void roomThatKnowsAllMayUseAll() {
    RoomTable table = table("forbidden").roomThatKnowsAll("left").room("right").build();
    assertThat(table.violations(classes("forbidden"))).isEmpty();
    RoomTable reverse = table("forbidden").room("left").roomThatKnowsAll("right").build();
    assertThat(reverse.violations(classes("forbidden"))).isNotEmpty();
  }

  @Test
  void classOutsideAllRoomsIsRejected() {
    RoomTable table = table("forbidden").room("right").build();
    assertThat(table.violations(classes("forbidden")))
        .anyMatch(line -> line.endsWith("Left is in no room"));
  }

  @Test
  void circleInTheCodeIsRejected() {
    RoomTable table = table("circle").room("one", "two").room("two").build();
    assertThat(table.violations(classes("circle")))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("two must not use one"));
    ArchRule rule = Walls.noCirclesBelow(SPECIMEN + ".circle");
    assertThatThrownBy(() -> rule.check(classes("circle"))).hasMessageContaining("Cycle");
    assertThatCode(() -> Walls.noCirclesBelow(SPECIMEN + ".forbidden").check(classes("forbidden")))
        .doesNotThrowAnyException();
  }

  @Test
  void circleOrStrangerInTheTableIsRefused() {
    assertThatThrownBy(() -> table("x").room("a", "b").room("b", "c").room("c", "a").build())
        .hasMessageContaining("circle");
    assertThatThrownBy(() -> table("x").room("a", "b").build()).hasMessageContaining("no room");
    assertThatThrownBy(() -> table("x").room("a").room("a")).hasMessageContaining("twice");
  }

  @Test
  void xmlFactoryOutsideItsPlaceIsRejected() {
    ArchRule rule = Walls.xmlFactoriesOnlyIn(SPECIMEN + ".parsing.SafeXml");
    assertThatThrownBy(() -> rule.check(classes("parsing")))
        .hasMessageContaining("CarelessXml")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("SafeXml.factory"));
    assertThatCode(() -> rule.check(classes("good"))).doesNotThrowAnyException();
  }

  @Test
  void floatingPointMoneyIsRejected() {
    ArchRule rule = Walls.noFloatingPointIn("..pay..");
    assertThatThrownBy(() -> rule.check(classes("pay")))
        .hasMessageContaining("Price.yuan")
        .hasMessageContaining("Rounding.minor");
    assertThatCode(() -> rule.check(classes("good"))).doesNotThrowAnyException();
  }

  @Test
  void testkitKeepsToItsOwnTable() {
    RoomTable table =
        RoomTable.below("io.paidonce.testkit")
            .room(RoomTable.BASE)
            .room("processes", RoomTable.BASE)
            .room("databases", "processes")
            .room("redis", "processes", RoomTable.BASE)
            .room("load")
            .room("contract", "load", RoomTable.BASE)
            .room("tidy")
            .room("rooms")
            .build();
    JavaClasses main =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.paidonce.testkit");
    table.check(main);
    assertThat(main.contain(RoomTable.class.getName())).isTrue();
    assertThat(main.contain(RoomsTest.class.getName())).isFalse();
  }
}
