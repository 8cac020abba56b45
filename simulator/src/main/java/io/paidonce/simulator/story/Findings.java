package io.paidonce.simulator.story;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects breaches while the story runs. Thread-safe. */
final class Findings {

  private final Map<Promise, List<String>> breaches = new EnumMap<>(Promise.class);

  void broken(Promise promise, String breach) {
    synchronized (breaches) {
      breaches.computeIfAbsent(promise, p -> new ArrayList<>()).add(breach);
    }
  }

  /** Every promise, in order of declaration. */
  List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    synchronized (breaches) {
      for (Promise promise : Promise.values()) {
        findings.add(new Finding(promise, breaches.getOrDefault(promise, List.of())));
      }
    }
    return findings;
  }
}
