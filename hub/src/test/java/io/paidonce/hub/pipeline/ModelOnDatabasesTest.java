package io.paidonce.hub.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.model.Event;
import io.paidonce.hub.order.Book;
import io.paidonce.reference.Reference;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Seeds;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The same scripts through the real inbox, pipeline and tables of each engine: several orders at a
 * time, so that one batch holds what belongs to different ones.
 */
class ModelOnDatabasesTest {

  private static final int SMALL = 10;
  private static final int FULL = 300;
  private static final int TOGETHER = 5;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void everyScriptEndsAsTheReferenceSays(Engine engine) { // R3.3, R3.4, S37, C82
    long seed = Seeds.next("ModelOnDatabasesTest." + engine);
    int count = Counts.of(SMALL, FULL);
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        Station station = new Station(database)) {
      List<Script> scripts =
          Sought.inSession(
              Script.any(),
              seed,
              values -> {
                List<Script> drawn = new ArrayList<>();
                while (drawn.size() < count) {
                  drawn.add(values.next().value());
                }
                return drawn;
              });
      for (int i = 0; i < count; i += TOGETHER) {
        Map<String, Script> group = new HashMap<>();
        Policy policy = scripts.get(i).made().policy();
        for (int j = i; j < Math.min(count, i + TOGETHER); j++) {
          group.put("O" + (1000 + j), scripts.get(j).with(policy));
        }
        play(station, group, policy);
      }
      station.trialBalance();
    }
  }

  private static void play(Station station, Map<String, Script> group, Policy policy) {
    Map<String, List<Script.Batch>> batches = new HashMap<>();
    group.forEach(
        (orderNo, script) -> {
          station.make(made(orderNo, script));
          batches.put(orderNo, script.batches(orderNo));
        });
    List<Event> all = new ArrayList<>();
    int rounds = batches.values().stream().mapToInt(List::size).max().orElse(0);
    for (int round = 0; round < rounds; round++) {
      List<Event> events = new ArrayList<>();
      boolean again = false;
      Map<String, Book> before = books(station, group);
      for (Map.Entry<String, Script> one : group.entrySet()) {
        List<Script.Batch> own = batches.getOrDefault(one.getKey(), List.of());
        if (round < own.size()) {
          again |= own.get(round).again();
          own.get(round)
              .told()
              .forEach(
                  told -> events.add(Provider.tell(one.getValue().made().alipay(), told).event()));
        }
      }
      all.addAll(events);
      station.tell(events, policy);
      if (again) {
        station.sweep(policy);
      }
      before.forEach((orderNo, book) -> Seen.nothingMovedBack(book, station.book(orderNo)));
    }
    station.settle(policy);
    List<Long> sizes = station.sizes();
    station.tell(all, policy);
    assertThat(station.sizes()).as("told again").isEqualTo(sizes);
    group.forEach(
        (orderNo, script) -> {
          List<Script.Batch> own = batches.getOrDefault(orderNo, List.of());
          assertThat(station.end(orderNo))
              .as("%s of %s: %s", orderNo, script.made(), own)
              .isIn(
                  Reference.ends(
                      script.made().deal(orderNo), own.stream().map(Script.Batch::facts).toList()));
        });
  }

  private static Map<String, Book> books(Station station, Map<String, Script> group) {
    Map<String, Book> books = new HashMap<>();
    group.keySet().forEach(orderNo -> books.put(orderNo, station.book(orderNo)));
    return books;
  }

  /** The order of the rehearsal under a number and a user of its own. */
  private static Book made(String orderNo, Script script) {
    return Orderly.renumbered(Rehearsal.start(script), orderNo);
  }
}
