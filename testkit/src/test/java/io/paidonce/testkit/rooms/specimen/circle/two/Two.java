package io.paidonce.testkit.rooms.specimen.circle.two;

import io.paidonce.testkit.rooms.specimen.circle.one.One;

/** Half of a circle. */
public record Two(One one) {}
