package io.paidonce.testkit.rooms.specimen.good.inner;

/** Used by the outer room. */
public final class Core {}
