package io.paidonce.testkit.rooms.specimen.pay;

/** Money as a floating-point number. */
record Price(double yuan) {}
