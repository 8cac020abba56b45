package io.paidonce.testkit.rooms.specimen.forbidden.left;

import io.paidonce.testkit.rooms.specimen.forbidden.right.Right;

/** Uses a room that is no friend. */
public record Left(Right[] rights) {}
