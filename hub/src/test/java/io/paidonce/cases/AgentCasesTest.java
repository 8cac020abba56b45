package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient;
import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Agents that order for users, and how far they may go. */
class AgentCasesTest {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static Reply order(HubClient client, String agent, int quantity) {
    return client.post(
        "/api/v1/orders",
        UUID.randomUUID().toString(),
        """
        {"userId":"u-agent","product":"tokens-1000","quantity":%d,"channel":"%s","agentId":"%s"}
        """
            .formatted(quantity, TestShop.WECHAT, agent));
  }

  private static long made(RunningHub hub, String agent) {
    return hub.count("SELECT COUNT(*) FROM orders WHERE agent_id = ?", agent);
  }

  @OnHub
  void agentsStayWithinTheirDayOnAllNodesTogether(RunningHub hub) { // R4.8
    OrderApiCasesTest.problem(
        order(hub.client(), Setup.AGENT, 3), 422, "AGENT_LIMIT_REACHED"); // above 20.00 at once
    assertThat(made(hub, Setup.AGENT)).isZero();
    List<HubClient> nodes = List.of(hub.client(), hub.twin());
    AtomicInteger number = new AtomicInteger();
    List<Reply> replies =
        Simultaneously.run(
                32, DEADLINE, () -> order(nodes.get(number.incrementAndGet() % 2), Setup.AGENT, 1))
            .all();
    assertThat(replies).extracting(Reply::status).containsOnly(201, 422);
    assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(3); // 30.00 a day
    assertThat(made(hub, Setup.AGENT)).isEqualTo(3);
    assertThat(hub.count("SELECT ordered_minor FROM agent_day WHERE agent_id = ?", Setup.AGENT))
        .isEqualTo(3000);
    OrderApiCasesTest.problem(order(hub.twin(), Setup.AGENT, 1), 422, "AGENT_LIMIT_REACHED");
    assertThat(order(hub.client(), "free-agent", 50).status()).isEqualTo(201);
  }
}
