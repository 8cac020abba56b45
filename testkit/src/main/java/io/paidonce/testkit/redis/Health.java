package io.paidonce.testkit.redis;

import io.paidonce.testkit.Eventually;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What the nodes of a cluster say about it; only those that are awake are asked. */
record Health(List<RedisProcess> nodes) {

  List<RedisProcess> awake() {
    return nodes.stream().filter(RedisProcess::awake).toList();
  }

  Topology topology() {
    return new Topology(
        awake().stream().map(node -> Member.all(node.text("CLUSTER", "NODES"))).toList());
  }

  void awaitServing(Duration deadline) {
    awaitNone(this::unrest, deadline);
  }

  void awaitWhole(int masters, Duration deadline) {
    awaitNone(() -> missing(masters), deadline);
  }

  /** Returns once every replica has what its master, if awake, had at the time of the call. */
  void awaitReplicated(Duration deadline) {
    Map<Integer, Replication> masters = new HashMap<>();
    awake().forEach(node -> masters.put(node.port(), Replication.of(node)));
    awaitNone(
        () ->
            awake().stream()
                .map(Replication::of)
                .filter(r -> !r.master())
                .filter(
                    r ->
                        !masters.containsKey(r.masterPort())
                            || !r.reached(masters.get(r.masterPort())))
                .map(Replication::toString)
                .collect(Collectors.joining(", ")),
        deadline);
  }

  private static void awaitNone(Supplier<String> complaint, Duration deadline) {
    Eventually.passes(
        () -> {
          String heard = complaint.get();
          if (!heard.isEmpty()) {
            throw new AssertionError(heard);
          }
        },
        deadline);
  }

  private String unrest() {
    for (RedisProcess node : awake()) {
      if (!node.text("CLUSTER", "INFO").contains("cluster_state:ok")) {
        return "the node on port " + node.port() + " does not say cluster_state:ok";
      }
    }
    Set<Integer> ports = awake().stream().map(RedisProcess::port).collect(Collectors.toSet());
    return topology().unrest(ports);
  }

  private String missing(int masters) {
    String unrest = unrest();
    if (!unrest.isEmpty()) {
      return unrest;
    }
    List<Replication> parts = nodes.stream().map(Replication::of).toList();
    boolean whole =
        parts.stream().filter(Replication::master).count() == masters
            && parts.stream().filter(Replication::linked).count() == nodes.size() - masters;
    return whole ? "" : "not every replica follows a master: " + parts;
  }
}
