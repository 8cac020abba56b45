package io.paidonce.testkit.rooms.specimen.good.outer.nested;

import io.paidonce.testkit.rooms.specimen.good.inner.Core;

/** Counts as its parent room, which may use the inner room. */
public record Edge(Core[] cores) {}
