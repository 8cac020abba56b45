package io.paidonce.simulator.story;

import io.paidonce.simulator.sending.Notice;
import io.paidonce.simulator.sending.Verdict;

/** One step of a {@link Script}. */
sealed interface Step {

  /** The merchant creates the order at the hub. */
  record Create() implements Step {}

  /** The provider tells a fact until it is acknowledged, first in copies at the same instant. */
  record Tell(Fact fact, int copies) implements Step {}

  /** Somebody sends what must not be accepted. */
  record Attack(String name, Verdict expected, Notice notice) implements Step {}

  /** Nothing more happens until the hub shows the order in this state. */
  record Await(String state) implements Step {}
}
