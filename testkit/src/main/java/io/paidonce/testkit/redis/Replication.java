package io.paidonce.testkit.redis;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a server says about its part in replication.
 *
 * @param master whether it takes writes
 * @param masterPort of a replica: the server it follows; else 0
 * @param linked of a replica: whether it follows at the moment
 * @param offset how far the stream of writes is written, or followed
 */
record Replication(boolean master, int masterPort, boolean linked, long offset) {

  static Replication of(RedisProcess redis) {
    Map<String, String> info =
        redis
            .text("INFO", "replication")
            .lines()
            .filter(line -> line.contains(":"))
            .collect(Collectors.toMap(word(0), word(1)));
    boolean master = "master".equals(info.get("role"));
    return new Replication(
        master,
        Integer.parseInt(info.getOrDefault("master_port", "0")),
        "up".equals(info.get("master_link_status")),
        Long.parseLong(
            info.getOrDefault(master ? "master_repl_offset" : "slave_repl_offset", "0")));
  }

  /** Whether this replica has all that the master had. */
  boolean reached(Replication earlierMaster) {
    return linked && offset >= earlierMaster.offset;
  }

  private static Function<String, String> word(int index) {
    return line -> line.split(":", 2)[index];
  }
}
