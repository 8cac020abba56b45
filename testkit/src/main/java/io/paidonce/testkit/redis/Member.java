package io.paidonce.testkit.redis;

import java.util.ArrayList;
import java.util.List;

/** One node of a cluster as another node, or the node itself, sees it at the moment. */
record Member(
    String id, int port, List<String> flags, String masterId, long epoch, List<Slots> slots) {

  /** A row of adjacent slots; a key hashes to one slot. */
  record Slots(int first, int last) {

    /** Slots of a whole cluster. */
    static final int ALL = 16_384;

    int size() {
      return last - first + 1;
    }
  }

  private static final int SLOTS_FROM = 8;

  Member {
    flags = List.copyOf(flags);
    slots = List.copyOf(slots);
  }

  /** Reads the answer to CLUSTER NODES. */
  static List<Member> all(String nodes) {
    return nodes.lines().map(Member::of).toList();
  }

  private static Member of(String line) {
    List<String> words = List.of(line.split(" ", -1));
    String address = words.get(1);
    String port = address.substring(address.lastIndexOf(':') + 1, address.indexOf('@'));
    List<Slots> slots = new ArrayList<>();
    for (String range : words.subList(SLOTS_FROM, words.size())) {
      if (!range.startsWith("[")) { // a slot on its way from one node to another
        List<String> ends = List.of(range.split("-", -1));
        slots.add(new Slots(number(ends.get(0)), number(ends.get(ends.size() - 1))));
      }
    }
    return new Member(
        words.get(0),
        number(port),
        List.of(words.get(2).split(",", -1)),
        words.get(3),
        Long.parseLong(words.get(6)),
        slots);
  }

  boolean master() {
    return flags.contains("master");
  }

  /** Whether it is known by name and not suspected to be down. */
  boolean sound() {
    return flags.stream().noneMatch(List.of("handshake", "noaddr", "fail", "fail?")::contains);
  }

  /** Whether it is a master to which this slot belongs. */
  boolean owns(int slot) {
    return master() && slots.stream().anyMatch(s -> s.first() <= slot && slot <= s.last());
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }
}
