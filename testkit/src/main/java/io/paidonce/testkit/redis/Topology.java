package io.paidonce.testkit.redis;

import io.paidonce.testkit.redis.Member.Slots;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;

/** Who owns which slots, in the view of every node that could be asked. */
record Topology(List<List<Member>> views) {

  Topology {
    views = List.copyOf(views);
  }

  /** Port of the master that was last elected for the slot, whether or not it still lives. */
  int ownerOf(int slot) {
    return views.stream()
        .flatMap(List::stream)
        .filter(member -> member.owns(slot))
        .max(Comparator.comparingLong(Member::epoch))
        .map(Member::port)
        .orElseThrow(() -> new NoSuchElementException("no node knows an owner of slot " + slot));
  }

  /** What keeps a slot from being served by one of the nodes that are awake; empty if nothing. */
  String unrest(Set<Integer> awake) {
    for (List<Member> view : views) {
      Map<Integer, List<Slots>> owners = owners(view);
      int served = owners.values().stream().flatMap(List::stream).mapToInt(Slots::size).sum();
      if (served != Slots.ALL || !awake.containsAll(owners.keySet())) {
        return "served are " + served + " slots by ports " + owners.keySet() + " of " + awake;
      }
      if (!owners.equals(owners(views.get(0)))) {
        return "nodes differ about the masters: " + owners + ", " + owners(views.get(0));
      }
    }
    return views.isEmpty() ? "no node is awake" : "";
  }

  private static Map<Integer, List<Slots>> owners(List<Member> view) {
    Map<Integer, List<Slots>> owners = new TreeMap<>();
    for (Member member : view) {
      if (member.master() && member.sound() && !member.slots().isEmpty()) {
        owners.put(member.port(), member.slots());
      }
    }
    return owners;
  }
}
