package io.paidonce.simulator.story;

import java.util.List;

/**
 * What happens to one order, in this sequence; scripts of different orders run side by side.
 *
 * @param promise the promise a wrong end of this order breaks
 */
record Script(
    String orderNo,
    String userId,
    Actor actor,
    Product product,
    int quantity,
    Promise promise,
    List<Step> steps,
    Expected expected) {

  Script {
    steps = List.copyOf(steps);
  }

  /** The name of one fact of this order, unique in the run. */
  String subject(String fact) {
    return orderNo + " " + fact;
  }

  /** The names of the facts that are told, each once. */
  List<String> facts() {
    return steps.stream()
        .filter(Step.Tell.class::isInstance)
        .map(step -> ((Step.Tell) step).fact().name())
        .distinct()
        .toList();
  }

  /** Whether the order exists before the provider says anything. */
  boolean beginsWithOrder() {
    return steps.get(0) instanceof Step.Create;
  }

  /** Deliveries when nothing goes wrong. */
  int sends() {
    return steps.stream()
        .mapToInt(
            step ->
                step instanceof Step.Tell tell
                    ? tell.copies()
                    : step instanceof Step.Attack ? 1 : 0)
        .sum();
  }
}
