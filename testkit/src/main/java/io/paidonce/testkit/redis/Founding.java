package io.paidonce.testkit.redis;

import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.redis.Member.Slots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Makes one cluster of servers that do not know each other yet. */
final class Founding {

  private static final Duration MEET_MAX = Duration.ofSeconds(30);

  private final List<RedisProcess> nodes;
  private final int masters;

  private Founding(List<RedisProcess> nodes, int masters) {
    this.nodes = nodes;
    this.masters = masters;
  }

  /** The first nodes become masters with equal shares of the slots, the others their replicas. */
  static void of(List<RedisProcess> nodes, int masters) {
    Founding founding = new Founding(nodes, masters);
    founding.shareSlots();
    founding.introduce();
    founding.followMasters();
  }

  private void shareSlots() {
    for (int i = 0; i < masters; i++) {
      List<String> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      for (int slot = Slots.ALL * i / masters; slot < Slots.ALL * (i + 1) / masters; slot++) {
        words.add(Integer.toString(slot));
      }
      expectOk(nodes.get(i), words.toArray(String[]::new));
      // Masters of one epoch would first have to settle which of them is to be believed.
      expectOk(nodes.get(i), "CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
    }
  }

  /** Each with each: gossip would do with fewer, but takes its time. */
  private void introduce() {
    for (int i = 0; i < nodes.size(); i++) {
      for (RedisProcess other : nodes.subList(i + 1, nodes.size())) {
        String port = Integer.toString(other.port());
        expectOk(nodes.get(i), "CLUSTER", "MEET", other.host(), port);
      }
    }
    Eventually.until(
        () -> "all nodes know each other", () -> nodes.stream().allMatch(this::knowsAll), MEET_MAX);
  }

  private boolean knowsAll(RedisProcess node) {
    List<Member> members = Member.all(node.text("CLUSTER", "NODES"));
    return members.size() == nodes.size() && members.stream().allMatch(Member::sound);
  }

  private void followMasters() {
    for (int i = masters; i < nodes.size(); i++) {
      String master = nodes.get(i % masters).text("CLUSTER", "MYID");
      expectOk(nodes.get(i), "CLUSTER", "REPLICATE", master);
    }
  }

  private static void expectOk(RedisProcess node, String... words) {
    String answer = node.command(words);
    if (!answer.equals("+OK")) {
      throw new IllegalStateException(words[0] + " " + words[1] + " was answered by " + answer);
    }
  }
}
