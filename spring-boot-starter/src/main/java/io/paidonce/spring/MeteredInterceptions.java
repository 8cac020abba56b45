package io.paidonce.spring;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.paidonce.Interceptions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts interceptions as {@code paidonce.idempotent.interceptions}, by scope and outcome. */
final class MeteredInterceptions implements Interceptions {

  /** Most scopes counted apart: scopes come from code, and a meter for each costs memory. */
  static final int SCOPES_MAX = 1_000;

  private record Name(String scope, Outcome outcome) {}

  private final Map<Name, Counter> counters = new ConcurrentHashMap<>();
  private final MeterRegistry registry;

  MeteredInterceptions(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void happened(String scope, String store, Outcome outcome) {
    boolean known = counters.size() < SCOPES_MAX * Outcome.values().length;
    counters.computeIfAbsent(new Name(known ? scope : "other", outcome), this::counter).increment();
  }

  private Counter counter(Name name) {
    return Counter.builder("paidonce.idempotent.interceptions")
        .description("Calls of idempotent methods, by what came of them")
        .tag("scope", name.scope())
        .tag("outcome", name.outcome().tag())
        .register(registry);
  }
}
