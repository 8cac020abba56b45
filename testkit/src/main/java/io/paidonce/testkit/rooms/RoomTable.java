package io.paidonce.testkit.rooms;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which package of a module may use which: the table of its rooms.
 *
 * <p>A room is a package directly or deeper below a base package, and everything below it that is
 * not listed as a room itself. A class outside all rooms is a violation, and so is a table whose
 * rooms would form a circle; since the table is free of circles, code that keeps to it is too.
 * Immutable.
 */
public final class RoomTable {

  /** Name of the base package itself as a room; without a row of its own it must be empty. */
  public static final String BASE = ".";

  private final String base;
  private final Map<String, Set<String>> friends;
  private final Set<String> knowAll;

  private RoomTable(String base, Map<String, Set<String>> friends, Set<String> knowAll) {
    this.base = base;
    this.friends = friends;
    this.knowAll = knowAll;
    refuseStrangers();
    refuseCircles();
  }

  /** A table to be filled for the rooms below this package. */
  public static Builder below(String basePackage) {
    return new Builder(basePackage);
  }

  /** Collects the rows of a table. */
  public static final class Builder {
    private final String base;
    private final Map<String, Set<String>> friends = new LinkedHashMap<>();
    private final Set<String> knowAll = new LinkedHashSet<>();

    private Builder(String base) {
      this.base = base;
    }

    /** A room, such as {@code order} or {@code provider.alipay}, and the rooms it may use. */
    public Builder room(String room, String... mayUse) {
      if (friends.put(room, new LinkedHashSet<>(List.of(mayUse))) != null) {
        throw new IllegalArgumentException("room " + room + " is listed twice");
      }
      return this;
    }

    /** A room that may use all others, and which none but its own kind may use. */
    public Builder roomThatKnowsAll(String room) {
      knowAll.add(room);
      return room(room);
    }

    /**
     * The table.
     *
     * @throws IllegalArgumentException when a friend is no room, or rooms form a circle
     */
    public RoomTable build() {
      return new RoomTable(base, Map.copyOf(friends), Set.copyOf(knowAll));
    }
  }

  /**
   * Passes when every class keeps to the table.
   *
   * @throws AssertionError with one line for each dependency that does not
   */
  public void check(JavaClasses classes) {
    List<String> violations = violations(classes);
    if (!violations.isEmpty()) {
      throw new AssertionError(
          violations.size() + " break the table of rooms:\n" + String.join("\n", violations));
    }
  }

  /** What breaks the table, sorted; empty when all is well. */
  public List<String> violations(JavaClasses classes) {
    Set<String> violations = new TreeSet<>();
    for (JavaClass type : classes) {
      if (!isBelowBase(type)) {
        continue;
      }
      String room = room(type);
      if (room.isEmpty()) {
        violations.add(type.getName() + " is in no room");
        continue;
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (isBelowBase(target) && !mayUse(room, room(target))) {
          String other = room(target).isEmpty() ? "what is in no room" : room(target);
          violations.add(room + " must not use " + other + ": " + dependency.getDescription());
        }
      }
    }
    return new ArrayList<>(violations);
  }

  private boolean mayUse(String room, String other) {
    return room.equals(other) || knowAll.contains(room) || friendsOf(room).contains(other);
  }

  private boolean isBelowBase(JavaClass type) {
    return (type.getPackageName() + ".").startsWith(base + ".");
  }

  /** The listed package that is nearest to the class; empty when there is none. */
  private String room(JavaClass type) {
    String name = type.getPackageName();
    while (name.length() > base.length()) {
      String room = name.substring(base.length() + 1);
      if (friends.containsKey(room)) {
        return room;
      }
      name = name.substring(0, name.lastIndexOf('.'));
    }
    return friends.containsKey(BASE) && type.getPackageName().equals(base) ? BASE : "";
  }

  private Set<String> friendsOf(String room) {
    return friends.getOrDefault(room, Collections.emptySet());
  }

  private void refuseStrangers() {
    friends.forEach(
        (room, mayUse) -> {
          for (String friend : mayUse) {
            if (!friends.containsKey(friend)) {
              throw new IllegalArgumentException(
                  room + " may use " + friend + ", which is no room");
            }
          }
        });
  }

  private void refuseCircles() {
    for (String room : new TreeSet<>(friends.keySet())) {
      Set<String> reached = new LinkedHashSet<>();
      Deque<String> open = new ArrayDeque<>(friendsOf(room));
      while (!open.isEmpty()) {
        String next = open.pop();
        if (next.equals(room)) {
          throw new IllegalArgumentException("rooms form a circle through " + room);
        }
        if (reached.add(next)) {
          open.addAll(friendsOf(next));
        }
      }
    }
  }
}
