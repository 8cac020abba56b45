package io.paidonce.simulator.story;

import java.util.List;

/**
 * One promise and what was found.
 *
 * @param breaches one sentence each, with order number, expected and found; empty when it held
 */
public record Finding(Promise promise, List<String> breaches) {

  public Finding {
    breaches = List.copyOf(breaches);
  }

  public boolean held() {
    return breaches.isEmpty();
  }
}
