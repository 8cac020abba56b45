package io.paidonce.testkit.rooms.specimen.circle.one;

import io.paidonce.testkit.rooms.specimen.circle.two.Two;

/** Half of a circle. */
public record One(Two two) {}
