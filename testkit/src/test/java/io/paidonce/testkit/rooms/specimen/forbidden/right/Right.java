package io.paidonce.testkit.rooms.specimen.forbidden.right;

/** Not a friend of the left room. */
public final class Right {}
