package io.paidonce.testkit.rooms.specimen.pay;

/** Money through a floating-point parameter. */
final class Rounding {

  private Rounding() {}

  static long minor(Float yuan) {
    return yuan.longValue();
  }
}
