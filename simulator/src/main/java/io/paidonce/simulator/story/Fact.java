package io.paidonce.simulator.story;

import io.paidonce.simulator.sending.Notice;

/** One thing that truly happened at the provider, told as often as it takes. */
record Fact(String name, Notice notice) {}
