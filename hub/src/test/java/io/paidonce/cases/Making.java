package io.paidonce.cases;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import java.util.UUID;

/** Orders of other shapes than the usual one. */
final class Making {

  private Making() {}

  /** An order of this amount that grants nothing. */
  static String orderOf(RunningHub hub, String channel, long minor, String currency) {
    return made(
        hub,
        """
        {"orderNo":"%s","userId":"u-amount","channel":"%s",
         "amount":{"value":%d,"currency":"%s"}}
        """
            .formatted(TestShop.newOrderNo(), channel, minor, currency));
  }

  /** An order of this product. */
  static String orderOf(RunningHub hub, String channel, String userId, String product) {
    return made(
        hub,
        """
        {"orderNo":"%s","userId":"%s","product":"%s","channel":"%s"}
        """
            .formatted(TestShop.newOrderNo(), userId, product, channel));
  }

  private static String made(RunningHub hub, String json) {
    Reply reply = hub.client().post("/api/v1/orders", UUID.randomUUID().toString(), json);
    if (reply.status() != 201) {
      throw new IllegalStateException("order not made: " + reply.status() + " " + reply.text());
    }
    return reply.json().path("orderNo").asString();
  }
}
