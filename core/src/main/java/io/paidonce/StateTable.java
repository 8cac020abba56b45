package io.paidonce;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which state follows which, as data: the one place that says what a fact does that comes late or
 * twice. Immutable; each method gives a copy.
 *
 * <p>A target is reached from the states that {@link #allow} names. In the target itself, and in
 * the states beyond it that {@link #beyond} names, it has been reached already, and telling it
 * again changes nothing. Everything else is a conflict.
 */
public final class StateTable<S extends Enum<S>> {

  private final Class<S> states;
  private final Map<S, Set<S>> sources;
  private final Map<S, Set<S>> reached;

  private StateTable(Class<S> states, Map<S, Set<S>> sources, Map<S, Set<S>> reached) {
    this.states = states;
    this.sources = sources;
    this.reached = reached;
  }

  /** A table of these states that allows nothing. */
  public static <S extends Enum<S>> StateTable<S> of(Class<S> states) {
    return new StateTable<>(states, new EnumMap<>(states), new EnumMap<>(states));
  }

  /**
   * From one state to each of these.
   *
   * @throws IllegalArgumentException if the table says already that the target is reached there
   */
  @SafeVarargs
  public final StateTable<S> allow(S from, S... targets) {
    Map<S, Set<S>> changed = copy(sources);
    for (S target : targets) {
      require(!reachedIn(from, target), from + " to " + target + " changes nothing");
      changed.computeIfAbsent(target, key -> EnumSet.noneOf(states)).add(from);
    }
    return new StateTable<>(states, changed, reached);
  }

  /**
   * Once one state is reached, so are these, which lie behind it.
   *
   * @throws IllegalArgumentException if the table allows a way back to one of them
   */
  @SafeVarargs
  public final StateTable<S> beyond(S state, S... earlier) {
    Map<S, Set<S>> changed = copy(reached);
    for (S target : earlier) {
      require(!allows(state, target), "there is a way from " + state + " back to " + target);
      changed.computeIfAbsent(target, key -> EnumSet.noneOf(states)).add(state);
    }
    return new StateTable<>(states, sources, changed);
  }

  /** Whether a change from the one to the other is allowed. */
  public boolean allows(S from, S to) {
    return sources(to).contains(from);
  }

  /** The states from which this one may be reached in one step. */
  public Set<S> sources(S to) {
    return Set.copyOf(sources.getOrDefault(to, Set.of()));
  }

  /** Whether whoever is in this state has reached the target, now or before. */
  public boolean reachedIn(S state, S target) {
    return state == target || reached.getOrDefault(target, Set.of()).contains(state);
  }

  S named(String name) {
    return Enum.valueOf(states, name);
  }

  private Map<S, Set<S>> copy(Map<S, Set<S>> map) {
    Map<S, Set<S>> copy = new EnumMap<>(states);
    map.forEach((key, value) -> copy.put(key, EnumSet.copyOf(value)));
    return copy;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
