package io.paidonce.proof;

import io.paidonce.rig.HubClient;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Signed;
import io.paidonce.testkit.load.LoadRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** An order, and the signed Alipay notification of its payment. */
record Paid(String orderNo, String userId, Signed message) implements Facts.Told {

  private static final int USERS = 10;

  /** Makes this many orders of a few users through the API, and signs a payment of each. */
  static List<Paid> orders(TestShop shop, HubClient client, String users, int count) {
    List<Paid> paid = unmade(shop, users, count);
    LoadRun.Report report =
        new LoadRun(4, count, Duration.ofMinutes(5)).run(i -> paid.get((int) i).make(client));
    if (report.failed() > 0) {
      throw new AssertionError("orders were not made", report.failures().get(0));
    }
    if (report.sent() < count) {
      throw new AssertionError("only " + report.sent() + " orders made in " + report.took());
    }
    return paid;
  }

  /** Signs payments of orders that nobody has made yet. */
  static List<Paid> unmade(TestShop shop, String users, int count) {
    List<Paid> paid = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String orderNo = TestShop.newOrderNo();
      Signed message = shop.alipay().payment(TestShop.payment(orderNo, 1000), Instant.now());
      paid.add(new Paid(orderNo, users + "-" + i % USERS, message));
    }
    return List.copyOf(paid);
  }

  /** Makes the order through the API. */
  void make(HubClient client) {
    client.order(TestShop.ALIPAY, userId, orderNo);
  }

  /** Delivers the notification; true for the exact success answer, false for anything else. */
  boolean deliver(HubClient client) {
    HubClient.Reply reply = client.deliver(TestShop.ALIPAY, message);
    return reply.status() == 200 && reply.text().equals("success");
  }
}
