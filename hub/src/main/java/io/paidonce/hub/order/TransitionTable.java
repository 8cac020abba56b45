package io.paidonce.hub.order;

import java.util.EnumMap;
import java.util.Map;

/**
 * A total table of transitions: every state and every fact has a cell, so "late" and "twice" are
 * written down instead of falling through.
 *
 * @param <S> the states
 * @param <F> the facts
 */
public final class TransitionTable<S extends Enum<S>, F extends Enum<F>> {

  /** What one cell says. */
  public sealed interface Cell<S> {

    /** Move to this state. */
    record Go<S>(S to) implements Cell<S> {}

    /** Nothing changes, and that is right. */
    record Stay<S>(String reason) implements Cell<S> {}

    /** Nothing changes, and a person should know. */
    record Refuse<S>(String reason) implements Cell<S> {}
  }

  private final String name;
  private final Class<S> states;
  private final Class<F> facts;
  private final Map<S, Map<F, Cell<S>>> cells;

  private TransitionTable(
      String name, Class<S> states, Class<F> facts, Map<S, Map<F, Cell<S>>> cells) {
    this.name = name;
    this.states = states;
    this.facts = facts;
    this.cells = cells;
    for (S state : states.getEnumConstants()) {
      for (F fact : facts.getEnumConstants()) {
        if (!cells.getOrDefault(state, Map.of()).containsKey(fact)) {
          throw new IllegalStateException(name + ": no cell for " + state + " and " + fact);
        }
      }
    }
  }

  /** The cell of this state and fact. */
  public Cell<S> at(S state, F fact) {
    Cell<S> cell = cells.getOrDefault(state, Map.of()).get(fact);
    if (cell == null) {
      throw new IllegalStateException(name + ": no cell for " + state + " and " + fact);
    }
    return cell;
  }

  /** The state after this fact: the cell's, or the same one where nothing changes. */
  public S after(S state, F fact) {
    return at(state, fact) instanceof Cell.Go<S> go ? go.to() : state;
  }

  /** The table as Markdown, states down and facts across. */
  public String toMarkdown() {
    StringBuilder out = new StringBuilder("| " + name + " |");
    for (F fact : facts.getEnumConstants()) {
      out.append(' ').append(fact).append(" |");
    }
    out.append("\n|---|").append("---|".repeat(facts.getEnumConstants().length)).append('\n');
    for (S state : states.getEnumConstants()) {
      out.append("| **").append(state).append("** |");
      for (F fact : facts.getEnumConstants()) {
        out.append(' ').append(words(at(state, fact))).append(" |");
      }
      out.append('\n');
    }
    return out.toString();
  }

  private static <S> String words(Cell<S> cell) {
    if (cell instanceof Cell.Go<S> go) {
      return "-> " + go.to();
    }
    return cell instanceof Cell.Stay<S> stay
        ? "stay: " + stay.reason()
        : "refuse: " + ((Cell.Refuse<S>) cell).reason();
  }

  /** Starts a table. */
  static <S extends Enum<S>, F extends Enum<F>> Builder<S, F> named(
      String name, Class<S> states, Class<F> facts) {
    return new Builder<>(name, states, facts);
  }

  /** Collects cells; {@link #build} fails unless every cell is there. */
  static final class Builder<S extends Enum<S>, F extends Enum<F>> {
    private final String name;
    private final Class<S> states;
    private final Class<F> facts;
    private final Map<S, Map<F, Cell<S>>> cells;

    private Builder(String name, Class<S> states, Class<F> facts) {
      this.name = name;
      this.states = states;
      this.facts = facts;
      this.cells = new EnumMap<>(states);
    }

    Builder<S, F> go(S from, F fact, S to) {
      return put(from, fact, new Cell.Go<>(to));
    }

    Builder<S, F> stay(S from, F fact, String reason) {
      return put(from, fact, new Cell.Stay<>(reason));
    }

    Builder<S, F> refuse(S from, F fact, String reason) {
      return put(from, fact, new Cell.Refuse<>(reason));
    }

    private Builder<S, F> put(S from, F fact, Cell<S> cell) {
      if (cells.computeIfAbsent(from, s -> new EnumMap<>(facts)).put(fact, cell) != null) {
        throw new IllegalStateException(name + ": two cells for " + from + " and " + fact);
      }
      return this;
    }

    TransitionTable<S, F> build() {
      return new TransitionTable<>(name, states, facts, cells);
    }
  }
}
