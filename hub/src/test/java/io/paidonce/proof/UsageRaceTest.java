package io.paidonce.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.ChildHub;
import io.paidonce.rig.HubClient;
import io.paidonce.rig.InProcessHub;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A hundred deductions at one instant, told to two nodes, from a balance that suffices for half.
 */
class UsageRaceTest {

  private static final Duration DEADLINE = Duration.ofMinutes(2);

  @ParameterizedTest
  @EnumSource(
      value = Engine.class,
      names = {"POSTGRESQL", "MARIADB"})
  void halfOfAHundredIsDeductedByTwoProcesses(Engine engine) { // R4.6
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        ChildHub one = ChildHub.launch(database, Map.of(), null);
        ChildHub two = ChildHub.launch(database, Map.of(), null)) {
      one.awaitReady();
      two.awaitReady();
      race(database, one.client(), two.client());
    }
  }

  @Test
  void halfOfAHundredIsDeductedByTwoNodesInOneProcess() { // R4.6
    try (Database database = DatabaseServer.of(Engine.H2).freshDatabase();
        InProcessHub one = InProcessHub.on(database);
        InProcessHub two = InProcessHub.on(database)) {
      race(database, one.client(), two.client());
    }
  }

  private static void race(Database database, HubClient one, HubClient two) {
    String user = "racer";
    String orderNo = one.order(TestShop.ALIPAY, user);
    TestShop shop = new TestShop(1);
    one.deliver(
        TestShop.ALIPAY, shop.alipay().payment(TestShop.payment(orderNo, 1000), Instant.now()));
    one.orderIn(orderNo, "SUCCESS");
    assertThat(deduct(one, "before", user, 495)).isEqualTo("DEDUCTED");
    assertThat(one.balance(user, "token")).isEqualTo(505);
    List<Callable<String>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      HubClient node = i % 2 == 0 ? one : two;
      String request = "race-" + i;
      calls.add(() -> deduct(node, request, user, 10));
    }
    List<String> outcomes = Simultaneously.run(calls, DEADLINE).all();
    assertThat(outcomes).filteredOn("DEDUCTED"::equals).hasSize(50);
    assertThat(outcomes).filteredOn("INSUFFICIENT"::equals).hasSize(50);
    assertThat(two.balance(user, "token")).isEqualTo(5);
    Facts facts = new Facts(database);
    assertThat(facts.number("SELECT COUNT(*) FROM usage_record")).isEqualTo(51);
    assertThat(facts.number("SELECT COUNT(*) FROM ledger_entry WHERE account = 'used'"))
        .isEqualTo(51);
    facts.ledgerBalances();
    assertThat(one.ledgerBalances()).isTrue();
  }

  private static String deduct(HubClient node, String request, String user, long amount) {
    HubClient.Reply reply =
        node.post(
            "/api/v1/usage",
            "",
            "{\"requestId\":\"%s\",\"userId\":\"%s\",\"asset\":\"token\",\"amount\":%d}"
                .formatted(request, user, amount));
    return reply.status() == 200
        ? reply.json().path("outcome").asString("?")
        : reply.status() + " " + reply.text();
  }
}
