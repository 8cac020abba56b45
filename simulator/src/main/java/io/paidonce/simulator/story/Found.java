package io.paidonce.simulator.story;

import tools.jackson.databind.JsonNode;

/** An order as the hub shows it; money in fen; an empty state for an order it does not know. */
record Found(int status, String state, long paid, long refunded, long unapplied) {

  static Found of(HubApi.Reply reply) {
    JsonNode order = reply.body();
    String state = reply.status() == 404 ? "" : order.path("state").asString("?");
    return new Found(
        reply.status(), state, fen(order, "paid"), fen(order, "refunded"), fen(order, "unapplied"));
  }

  boolean matches(Expected expected) {
    return state.equals(expected.state())
        && paid == expected.paid()
        && refunded == expected.refunded()
        && (expected.unapplied() == Expected.ANY || unapplied == expected.unapplied());
  }

  /** One clause for a broken promise. */
  String difference(Expected expected) {
    if (status != 200 && status != 404) {
      return "expected the order, found " + (status == 0 ? "no answer" : "status " + status);
    }
    return "expected "
        + show(expected.state(), expected.paid(), expected.refunded(), expected.unapplied())
        + ", found "
        + show(state, paid, refunded, unapplied);
  }

  private static String show(String state, long paid, long refunded, long unapplied) {
    return (state.isEmpty() ? "no order" : state)
        + " paid "
        + paid
        + " refunded "
        + refunded
        + (unapplied == Expected.ANY ? "" : " unapplied " + unapplied);
  }

  private static long fen(JsonNode order, String field) {
    return order.path(field).path("value").asLong(0);
  }
}
