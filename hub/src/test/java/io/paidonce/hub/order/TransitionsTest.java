package io.paidonce.hub.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransitionsTest {

  /**
   * States down, facts across: where it goes, {@code =} for stay, {@code x} for refuse; names of
   * orders without {@code REFUND_}, {@code _REFUNDED} and {@code _FULFIL}.
   */
  private static final String ORDER =
      """
      order      PAID    PAID_LATE CLOSED OPEN       NONE    PART      ALL
      INIT       SUCCESS SUCCESS   CLOSED x          x       x         x
      PAYING     SUCCESS SUCCESS   CLOSED x          x       x         x
      SUCCESS    =       =         =      PROCESSING SUCCESS PARTIALLY REFUNDED
      CLOSED     x       SUCCESS   =      x          x       x         x
      PROCESSING =       =         =      PROCESSING SUCCESS PARTIALLY REFUNDED
      PARTIALLY  =       =         =      PROCESSING SUCCESS PARTIALLY REFUNDED
      REFUNDED   =       =         =      PROCESSING SUCCESS PARTIALLY REFUNDED
      """;

  private static final String ATTEMPT =
      """
      attempt STARTED PAID    CLOSED UNCLEAR
      CREATED PAYING  SUCCESS CLOSED UNKNOWN
      PAYING  PAYING  SUCCESS CLOSED UNKNOWN
      SUCCESS =       =       =      =
      CLOSED  x       SUCCESS =      =
      UNKNOWN =       SUCCESS CLOSED =
      """;

  private static final String REFUND =
      """
      refund     PROCESSING SUCCEEDED CLOSED ABNORMAL
      REQUESTED  PROCESSING SUCCESS   CLOSED ABNORMAL
      PROCESSING =          SUCCESS   CLOSED ABNORMAL
      SUCCESS    =          =         x      =
      CLOSED     =          x         =      =
      ABNORMAL   =          SUCCESS   CLOSED =
      """;

  private enum Lamp {
    ON,
    OFF
  }

  private enum Press {
    UP,
    DOWN
  }

  @Test
  void everyCellOfEveryMachineIsAsExpected() {
    assertThat(
            drawn("order", Transitions.ORDER, OrderState.values(), OrderFact.values()).stream()
                .map(row -> row.stream().map(TransitionsTest::shortened).toList()))
        .containsExactlyElementsOf(words(ORDER));
    assertThat(drawn("attempt", Transitions.ATTEMPT, AttemptState.values(), AttemptFact.values()))
        .isEqualTo(words(ATTEMPT));
    assertThat(drawn("refund", Transitions.REFUND, RefundState.values(), RefundFact.values()))
        .isEqualTo(words(REFUND));
  }

  @Test
  void moneyThatArrivedNeverLeavesAPaidState() {
    for (OrderState paid : OrderState.values()) {
      if (paid != OrderState.INIT && paid != OrderState.PAYING && paid != OrderState.CLOSED) {
        for (OrderFact fact : OrderFact.values()) {
          assertThat(Transitions.ORDER.after(paid, fact))
              .isNotIn(OrderState.INIT, OrderState.PAYING, OrderState.CLOSED);
        }
      }
    }
  }

  @Test
  void aTableWithAMissingCellIsNotBuilt() {
    var table =
        TransitionTable.named("lamp", Lamp.class, Press.class)
            .go(Lamp.OFF, Press.UP, Lamp.ON)
            .stay(Lamp.ON, Press.UP, "on already")
            .refuse(Lamp.OFF, Press.DOWN, "off already");
    assertThatThrownBy(table::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("lamp: no cell for ON and DOWN");
  }

  @Test
  void anEmptyTableIsNotBuilt() {
    assertThatThrownBy(TransitionTable.named("lamp", Lamp.class, Press.class)::build)
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aCellIsWrittenOnce() {
    var table =
        TransitionTable.named("lamp", Lamp.class, Press.class).go(Lamp.OFF, Press.UP, Lamp.ON);
    assertThatThrownBy(() -> table.stay(Lamp.OFF, Press.UP, "again"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("lamp: two cells for OFF and UP");
  }

  @Test
  void aTableIsDrawnForPeople() {
    String markdown =
        TransitionTable.named("lamp", Lamp.class, Press.class)
            .go(Lamp.OFF, Press.UP, Lamp.ON)
            .stay(Lamp.ON, Press.UP, "on already")
            .refuse(Lamp.OFF, Press.DOWN, "off already")
            .go(Lamp.ON, Press.DOWN, Lamp.OFF)
            .build()
            .toMarkdown();
    assertThat(markdown)
        .isEqualTo(
            """
            | lamp | UP | DOWN |
            |---|---|---|
            | **ON** | stay: on already | -> OFF |
            | **OFF** | -> ON | refuse: off already |
            """);
  }

  private static <S extends Enum<S>, F extends Enum<F>> List<List<String>> drawn(
      String name, TransitionTable<S, F> table, S[] states, F[] facts) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(name));
    for (F fact : facts) {
      head.add(fact.name());
    }
    rows.add(head);
    for (S state : states) {
      List<String> row = new ArrayList<>(List.of(state.name()));
      for (F fact : facts) {
        row.add(word(table.at(state, fact)));
      }
      rows.add(row);
    }
    return rows;
  }

  private static <S extends Enum<S>> String word(TransitionTable.Cell<S> cell) {
    if (cell instanceof TransitionTable.Cell.Go<S> go) {
      return go.to().name();
    }
    return cell instanceof TransitionTable.Cell.Stay<S> ? "=" : "x";
  }

  private static String shortened(String name) {
    return name.replaceAll("^REFUND_|_REFUNDED$|_FULFIL$", "");
  }

  private static List<List<String>> words(String table) {
    return table.lines().map(line -> List.of(line.split(" +"))).toList();
  }
}
